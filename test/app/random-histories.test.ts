import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/app/context.ts';
import { amend } from '../../src/app/effects/amend.ts';
import { digestOf } from '../../src/core/digest.ts';
import { readContractYaml, renderContractYaml } from '../../src/core/render/contract-yaml.ts';
import { decide } from '../../src/core/run/decide.ts';
import { evolve, fold } from '../../src/core/run/evolve.ts';
import { next } from '../../src/core/run/next.ts';
import type { TaskState } from '../../src/core/run/state.ts';
import type { Event } from '../../src/core/schema/event.ts';
import type { SeenComment } from '../../src/core/schema/observation.ts';
import { entriesOf, withOwnComment } from '../support/given.ts';
import {
  comment,
  MAYA,
  minute,
  NO_APPROVAL,
  OLAF,
  observation,
  UP_TO_WORK,
} from '../support/task.ts';

const TEXTS = [
  'Thanks!',
  'It must also sing.',
  'It must be 30 seconds.',
  'It must be 60 seconds.',
  'Never print the name.',
  'Why is that?',
  'The moon is far away.',
  '/contract amend AC-1: It must greet people twice.',
  '/contract amend remove AC-1',
  '/contract approve',
  '/contract adopt 1',
  '/contract resume',
  '/contract status',
  '/contract verify',
  '- [ ] one more thing\n- [ ] and another',
  '> It must sing.\n\nI agree.',
];

/** One thing that happens between two looks. */
type Act =
  | { do: 'add'; by: 'maya' | 'olaf'; text: number }
  | { do: 'edit'; which: number; by: 'maya' | 'olaf'; text: number }
  | { do: 'delete'; which: number }
  | { do: 'look' };

const by = fc.constantFrom('maya' as const, 'olaf' as const);
const text = fc.nat(TEXTS.length - 1);
const act = (who = by): fc.Arbitrary<Act> =>
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), by: who, text }),
    fc.record({ do: fc.constant('edit' as const), which: fc.nat(5), by: who, text }),
    fc.record({ do: fc.constant('delete' as const), which: fc.nat(5) }),
    fc.record({ do: fc.constant('look' as const) }),
  );

const ACTORS = { maya: MAYA, olaf: OLAF };

/** Ports of an empty repository without a model: what the rules alone make of it. */
const PORTS = {
  workspace: { list: async () => [], read: async () => null },
  models: { draft: null, plan: null, review: null },
} as unknown as Context['ports'];

interface Story {
  state: TaskState;
  comments: SeenComment[];
  clock: number;
  /** Every event that was decided. */
  events: Event[];
}

function note(story: Story, events: readonly Event[]): Story {
  const at = minute(story.clock);
  const entry = { run: 'run-1', at };
  return {
    ...story,
    state: events.reduce((s, event) => evolve(s, event, entry), story.state),
    events: [...story.events, ...events],
  };
}

function command(story: Story, report: Parameters<typeof decide>[1]['report'] = null) {
  const seen = observation({ comments: story.comments });
  return {
    now: minute(story.clock),
    run: story.state.run?.id ?? `run-${story.clock}`,
    epoch: story.state.run?.epoch ?? null,
    trigger: { kind: 'schedule' as const, sender: null, source: null, at: minute(story.clock) },
    detail: {},
    configuration: NO_APPROVAL,
    report,
    harnessVersion: '0.0.0',
    ledgerTip: digestOf('tip'),
    observation: withOwnComment(story.state, seen),
  };
}

/** One look: reconciles, and settles what waits as far as rules can, until nothing of that is left or people are asked. */
async function look(story: Story): Promise<Story> {
  let now = note(story, decide(story.state, command(story)));
  for (let turns = 0; next(now.state).type === 'amend'; turns += 1) {
    if (turns > 30) throw new Error('it never comes to rest');
    const effect = next(now.state) as Parameters<typeof amend>[0];
    const context = {
      ports: PORTS,
      settings: { configuration: NO_APPROVAL },
      log: { state: now.state },
    };
    const report = await amend(effect, context as unknown as Context);
    now = note(now, decide(now.state, command(now, report)));
  }
  return now;
}

const START: Story = { state: fold(entriesOf(UP_TO_WORK)), comments: [], clock: 2, events: [] };

async function play(acts: readonly Act[], each: (before: Story, after: Story) => void) {
  let story = START;
  let id = 0;
  for (const step of [...acts, { do: 'look' } as const]) {
    story = { ...story, clock: story.clock + 1 };
    const at = minute(story.clock);
    if (step.do === 'look') {
      const after = await look(story);
      each(story, after);
      story = after;
    } else if (step.do === 'add') {
      id += 1;
      const added = comment(id, ACTORS[step.by], TEXTS[step.text] as string, { createdAt: at });
      story = { ...story, comments: [...story.comments, added] };
    } else {
      const chosen = story.comments[step.which];
      if (!chosen) continue;
      const others = story.comments.filter((c) => c !== chosen);
      story =
        step.do === 'delete'
          ? { ...story, comments: others }
          : {
              ...story,
              comments: story.comments.map((c) =>
                c === chosen
                  ? {
                      ...c,
                      body: TEXTS[step.text] as string,
                      editor: ACTORS[step.by],
                      editedAt: at,
                    }
                  : c,
              ),
            };
    }
  }
  return story;
}

const RUNS = 150;

/** Found once: a text that somebody with authority edits without changing a word, and adopts before the next look. */
const EDITED_AND_ADOPTED: Act[] = [
  { do: 'add', by: 'olaf', text: 0 },
  { do: 'add', by: 'maya', text: 0 },
  { do: 'look' },
  { do: 'edit', which: 0, by: 'maya', text: 0 },
  { do: 'edit', which: 1, by: 'maya', text: 10 },
];

describe('random histories of comments, edits and deletions', () => {
  it('each change has exactly one disposition, in the look that saw it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act(), { maxLength: 14 }), async (acts) => {
        await play(acts, (before, after) => {
          const was = new Map(before.state.snapshot?.sources.map((s) => [s.id, s]));
          const fresh = after.events.slice(before.events.length);
          const first = fresh.find((event) => event.type === 'source-reconciled');
          const changed = before.comments.filter((c) => {
            const known = was.get(`comment:issue:${c.id}`);
            was.delete(`comment:issue:${c.id}`);
            return (
              !known ||
              known.contentHash !==
                after.state.snapshot?.sources.find((s) => s.id === known.id)?.contentHash ||
              known.editor?.id !== c.editor?.id
            );
          });
          const gone = [...was.keys()].filter((source) => source.startsWith('comment:'));
          const seen = [...changed.map((c) => `comment:issue:${c.id}`), ...gone];
          const disposed = first?.dispositions.map((d) => d.source) ?? [];
          expect(new Set(disposed).size).toBe(disposed.length);
          // An adoption gives another text a new disposition: it was heard before.
          const adopted = new Set(after.state.adoptions.map(({ source }) => source.id));
          expect(
            disposed.filter((source) => !adopted.has(source) || seen.includes(source)).toSorted(),
          ).toEqual(seen.toSorted());
          const keys = after.state.dispositions.map(
            (d) => `${d.source} ${d.change} ${d.contentHash}`,
          );
          expect(new Set(keys).size).toBe(keys.length);
          const waiting = after.state.pending.map((d) => d.source);
          expect(new Set(waiting).size).toBe(waiting.length);
        });
      }),
      { numRuns: RUNS, examples: [[EDITED_AND_ADOPTED]] },
    );
  });

  it('no text without authority changes a contract', async () => {
    const outsiders = act(fc.constant('olaf' as const) as typeof by);
    await fc.assert(
      fc.asyncProperty(fc.array(outsiders, { maxLength: 14 }), async (acts) => {
        const { state } = await play(acts, () => {});
        expect(state.contractHash).toBe(START.state.contractHash);
        expect([state.approval.approved, state.adoptions, state.pending, state.stop]).toEqual([
          [],
          [],
          [],
          null,
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('whatever it comes to, what is amended reads back from YAML as it was, and ids are never reused', async () => {
    let versions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act(), { maxLength: 14 }), async (acts) => {
        const { state, events } = await play(acts, () => {});
        const { contract, contractHash } = state;
        if (!contract) throw new Error('no contract');
        expect(digestOf(readContractYaml(renderContractYaml(contract)))).toBe(contractHash);
        const meaning = new Map<string, string>();
        for (const event of events) {
          if (event.type !== 'contract-amended') continue;
          versions += 1;
          for (const { id, statement } of event.contract.acceptance) {
            expect(meaning.get(id) ?? statement).toBe(statement);
            meaning.set(id, statement);
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(versions).toBeGreaterThan(20);
  });
});
