import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PlanWriteContext,
  reviewPlanWrite,
} from '../../../../../src/core/rules/planning/plan/plan.ts';
import { Plan, type PlanItem } from '../../../../../src/core/schema/plan.ts';

type Written = Partial<PlanItem> & { content: string; status: PlanItem['status'] };

const context: PlanWriteContext = {
  reason: null,
  contractVersion: 1,
  passingEvidence: ['EV-1'],
  checkpoints: ['CP-2', 'CP-3'],
  unresolved: [],
  writesThisTurn: 0,
};

const step = (
  id: string,
  status: PlanItem['status'] = 'pending',
  more: Partial<PlanItem> = {},
) => ({
  id,
  content: `do ${id}`,
  status,
  ...more,
});

function planOf(...items: Written[]): Plan {
  return Plan.parse({ version: 1, contractVersion: 1, items });
}

const FOUR = planOf(step('a', 'in_progress'), step('b'), step('c'), step('d'));
const [a, b, c, d] = FOUR.items as [PlanItem, PlanItem, PlanItem, PlanItem];
const done = (item: PlanItem, evidence: string | null): PlanItem => ({
  ...item,
  status: 'completed',
  evidence,
});

describe('reviewPlanWrite refuses and keeps the old plan', () => {
  const half = planOf(done(a, 'EV-1'), b, c);
  const phase = planOf(step('p'), step('p1', 'in_progress', { parent: 'p' }));
  const cases: [string, Plan | null, unknown, Partial<PlanWriteContext>, string][] = [
    ['A2 two in progress', FOUR, [a, { ...b, status: 'in_progress' }, c, d], {}, 'two-in-progress'],
    ['A3 completed without evidence', FOUR, [done(a, null), b, c, d], {}, 'no-evidence'],
    ['A3 evidence nobody observed', FOUR, [done(a, 'EV-9'), b, c, d], {}, 'no-evidence'],
    ['A3 a new step that is born completed', null, [step('x', 'completed')], {}, 'no-evidence'],
    [
      'A4 a change while a check is red',
      FOUR,
      [done(a, 'CP-2'), b, c, d],
      { unresolved: ['AC-1 is red'] },
      'unresolved',
    ],
    [
      'A3 one change completing two steps',
      planOf(done(a, 'CP-2'), b),
      [done(a, 'CP-2'), done(b, 'CP-2')],
      {},
      'evidence-used',
    ],
    [
      'A7 three levels',
      null,
      [step('x'), step('y', 'pending', { parent: 'x' }), step('z', 'pending', { parent: 'y' })],
      {},
      'too-deep',
    ],
    ['A7 a step inside itself', null, [step('x', 'pending', { parent: 'x' })], {}, 'too-deep'],
    [
      'A7 a parent that is not there',
      null,
      [step('x', 'pending', { parent: 'q' })],
      {},
      'unknown-parent',
    ],
    ['A8 a second write in a turn', FOUR, FOUR.items, { writesThisTurn: 1 }, 'second-write'],
    [
      'A13 most open steps replaced without a reason',
      FOUR,
      [a, step('x'), step('y'), step('z')],
      {},
      'replan-needs-reason',
    ],
    [
      'A13 a blank reason is none',
      FOUR,
      [a, step('x'), step('y'), step('z')],
      { reason: ' ' },
      'replan-needs-reason',
    ],
    [
      'B3 a plan widened again and again',
      FOUR,
      [...FOUR.items, ...'vwxyz'.split('').map((id) => step(id))],
      {},
      'replan-needs-reason',
    ],
    [
      'A15 two completed at once',
      FOUR,
      [done(a, 'EV-1'), done(b, 'CP-2'), c, d],
      {},
      'several-completed',
    ],
    ['A15 a duplicate id', null, [step('x'), step('x')], {}, 'duplicate-id'],
    ['A15 the same words under a new id', FOUR, [{ ...a, id: 'z' }, b, c, d], {}, 'id-moved'],
    ['A15 a completed step dropped', half, [b, c], {}, 'completed-dropped'],
    [
      'A15 a completed step reworded',
      half,
      [{ ...done(a, 'EV-1'), content: 'other' }, b, c],
      {},
      'completed-dropped',
    ],
    [
      'A3 a completed step moved below another to complete it',
      half,
      [{ ...done(a, 'EV-1'), parent: 'b' }, done(b, null), c],
      {},
      'completed-dropped',
    ],
    [
      'E9 a cancelled phase with open steps',
      phase,
      [step('p', 'cancelled'), phase.items[1]],
      {},
      'open-substeps',
    ],
    [
      'E9 a completed phase with open steps',
      phase,
      [step('p', 'completed', { evidence: 'EV-1' }), phase.items[1]],
      {},
      'open-substeps',
    ],
    ['E6 no list', FOUR, { nothing: true }, {}, 'malformed'],
    ['E6 an unknown status', FOUR, [{ ...a, status: 'doing' }], {}, 'malformed'],
    [
      'E6 ten thousand steps',
      null,
      Array.from({ length: 10_000 }, (_, n) => step(`s${n}`)),
      {},
      'too-many-steps',
    ],
  ];
  it.each(cases)('%s', (_name, current, proposed, more, code) => {
    const before = structuredClone(current);
    const review = reviewPlanWrite(current, proposed, { ...context, ...more });
    expect(review).toMatchObject({ refused: code, message: expect.stringMatching(/\w.{15}/) });
    expect(current).toEqual(before);
  });
});

describe('reviewPlanWrite accepts', () => {
  const cases: [string, Plan | null, unknown, Partial<PlanWriteContext>, boolean][] = [
    ['A1 a first plan', null, FOUR.items, {}, false],
    [
      'A3 a step completed by passing evidence',
      FOUR,
      [done(a, 'EV-1'), { ...b, status: 'in_progress' }, c, d],
      {},
      false,
    ],
    ['A3 a step completed by an observed change', FOUR, [done(a, 'CP-2'), b, c, d], {}, false],
    [
      'A4 passing evidence though something else is red',
      FOUR,
      [done(a, 'EV-1'), b, c, d],
      { unresolved: ['AC-2 is red'] },
      false,
    ],
    [
      'A5 a blocked step that stays open beside its blocker',
      FOUR,
      [{ ...a, status: 'pending' }, step('x', 'in_progress'), b, c, d],
      {},
      false,
    ],
    [
      'A7 a step expanded into many substeps',
      FOUR,
      [
        { ...a, status: 'pending' },
        ...'12345678'.split('').map((n) => step(`a${n}`, 'pending', { parent: 'a' })),
        b,
        c,
        d,
      ],
      {},
      false,
    ],
    [
      'A7 a phase closed by its last substep',
      planOf(step('p'), step('q', 'in_progress', { parent: 'p' })),
      [step('p', 'completed'), step('q', 'completed', { parent: 'p', evidence: 'CP-3' })],
      {},
      false,
    ],
    [
      'A12 a tail rebuilt for an amended contract',
      FOUR,
      [a, step('x'), step('y'), step('z')],
      { contractVersion: 2 },
      true,
    ],
    [
      'A13 half of the open steps reworded',
      FOUR,
      [a, b, { ...c, content: 'x' }, { ...d, content: 'y' }],
      {},
      false,
    ],
    [
      'A13 a replan with a reason',
      FOUR,
      [a, step('x'), step('y'), step('z')],
      { reason: 'raw SQL, no ORM' },
      true,
    ],
    [
      'A15 a step reopened',
      planOf(done(a, 'EV-1'), b),
      [{ ...a, status: 'in_progress' }, b],
      {},
      false,
    ],
    ['E9 a cancelled step', FOUR, [a, b, c, { ...d, status: 'cancelled' }], {}, false],
    ['the list as JSON text', null, JSON.stringify({ items: FOUR.items }), {}, false],
  ];
  it.each(cases)('%s', (_name, current, proposed, more, replan) => {
    const review = reviewPlanWrite(current, proposed, { ...context, ...more });
    expect(review).toMatchObject({ replan, old: current?.items ?? [] });
    if (!('accepted' in review)) return;
    expect(Plan.parse(review.accepted)).toEqual(review.accepted);
    expect(review.accepted.version).toBe((current?.version ?? 0) + 1);
    expect(review.accepted.items).toEqual(review.new);
    expect(review.accepted.reasonForReplan === null).toBe(!replan);
    expect(review.accepted.acceptanceChanged).toBe(false);
  });

  it('A15 gives steps without an id stable ones, by their words', () => {
    const first = reviewPlanWrite(null, [{ content: 'Fix it', status: 'pending' }], context);
    if (!('accepted' in first)) throw new Error(first.message);
    const again = [
      { content: 'Look again', status: 'pending' },
      { content: 'fix  it', status: 'in_progress' },
    ];
    const second = reviewPlanWrite(first.accepted, again, context);
    expect(second).toMatchObject({ new: [{ id: 's2' }, { id: 's1' }] });
  });

  it('gives the current plan back when nothing changed', () => {
    expect(reviewPlanWrite(FOUR, FOUR.items, context)).toMatchObject({ accepted: FOUR });
  });

  it('A3 keeps the evidence of a completed step, whatever is written later', () => {
    const half = planOf(done(a, 'EV-1'), b);
    const review = reviewPlanWrite(half, [done(a, 'EV-77'), { ...b, evidence: 'EV-1' }], context);
    expect(review).toMatchObject({ new: [{ evidence: 'EV-1' }, { evidence: null }] });
  });

  it('A7 advises against a long first draft', () => {
    const long = Array.from({ length: 9 }, (_, n) => step(`s${n}`));
    expect(reviewPlanWrite(null, long, context)).toMatchObject({ advice: [expect.any(String)] });
  });
});

describe('over random writes', () => {
  const item = fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      content: fc.constantFrom('do a', 'do b', 'do c', 'other'),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled'),
      evidence: fc.constantFrom(null, 'EV-1', 'CP-2', 'CP-3', 'EV-8'),
      parent: fc.constantFrom(null, null, null, 'a', 'b'),
    },
    { requiredKeys: ['content', 'status'] },
  );
  const write = fc.record({
    items: fc.array(item, { maxLength: 5 }),
    reason: fc.constantFrom(null, 'because'),
    unresolved: fc.constantFrom([], ['AC-1 is red']),
  });

  it('A2 A3 A7 A15 hold in every plan that was ever accepted', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
        let plan: Plan | null = null;
        for (const { items, ...more } of writes) {
          const review = reviewPlanWrite(plan, items, { ...context, ...more });
          if (!('accepted' in review)) continue;
          accepted += 1;
          expectSound(plan, review.accepted);
          plan = review.accepted;
        }
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  function expectSound(before: Plan | null, plan: Plan): void {
    const ids = plan.items.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(plan.items.filter((one) => one.status === 'in_progress').length).toBeLessThan(2);
    const real = ['EV-1', 'CP-2', 'CP-3'];
    for (const one of plan.items) {
      if (one.status === 'completed') expect(real).toContain(one.evidence);
      else expect(one.evidence).toBeNull();
      const parent = plan.items.find((other) => other.id === one.parent);
      expect(one.parent === null || parent?.parent === null).toBe(true);
    }
    const was = before?.items.filter((one) => one.status === 'completed') ?? [];
    for (const one of was) expect(ids).toContain(one.id);
    const parents = new Set(plan.items.map((one) => one.parent));
    const newly = plan.items.filter(
      (one) =>
        one.status === 'completed' && !parents.has(one.id) && !was.some((w) => w.id === one.id),
    );
    expect(newly.length).toBeLessThan(2);
  }
});
