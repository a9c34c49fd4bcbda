import { describe, expect, it } from 'vitest';
import { GREET_MODEL } from '../../e2e/support/greet-task.ts';
import {
  check,
  done,
  GOOD,
  plan,
  plannedRun,
  read,
  step,
  told,
  turn,
  WRONG,
  write,
} from './support/planned-run.ts';

const S1 = 'let greet take a name';
const S2 = 'see that all checks pass';
const FIRST = plan([step('s1', S1, 'in_progress'), step('s2', S2)]);

describe('what the harness enforces beside the plan', () => {
  it('A12 the same check red three times is looked at anew before it runs again', async () => {
    const run = await plannedRun([
      turn(FIRST),
      ...Array.from({ length: 4 }, () => turn(check('AC-1'))),
      turn(GOOD),
      turn(check('AC-1')),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.reminders).toEqual({ 'action-repeated': 1 });
    expect(run.state.refusals).toEqual({ repeated: 1 });
    expect(told(run, 4)).not.toContain('failed 3 times');
    expect(told(run, 5)).toContain('check AC-1 failed 3 times. Stop repeating it');
    expect(run.comment).toContain('reminded: 1 × `action-repeated`');
  });

  it('A12 the same failing command is counted too, whatever was edited in between', async () => {
    const fails = { name: 'run', input: { argv: ['node', '-e', 'process.exit(3)'] } };
    const run = await plannedRun([
      turn(fails),
      turn(WRONG(1)),
      turn(fails),
      turn(WRONG(2)),
      turn(fails),
      turn(fails),
      turn(GOOD),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.reminders).toEqual({ 'action-repeated': 1 });
    expect(run.state.refusals).toEqual({ repeated: 1 });
  });

  it('A12 what contradicts a finished step has it revised; what broke besides is inserted', async () => {
    const run = await plannedRun([
      turn(FIRST),
      turn(GOOD),
      turn(check('AC-1')),
      turn(plan([step('s1', S1, 'completed', '$evidence'), step('s2', S2, 'in_progress')])),
      turn(WRONG(1)),
      turn(check('AC-1', 'AC-2')),
      turn(GOOD),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.reminders).toEqual({ contradiction: 1, 'new-subtask': 1 });
    expect(told(run, 7)).toContain('contradicts the plan: s1 was completed with EV-');
    expect(told(run, 7)).toContain('Insert one step for it near s2');
  });

  it('A12 when the requirements change, the tail of the plan is rebuilt', async () => {
    const quote = 'It must stay one file.';
    const run = await plannedRun(
      {
        ...GREET_MODEL,
        amendments: [
          { outcome: 'amendment', reason: 'asks for more', quote, constraints: [quote] },
        ],
        turns: [turn(FIRST), turn(read('package.json')), turn(GOOD), turn(done)],
      },
      {
        beforeTurn: async (n, github) => {
          if (n === 2) await github.as('maya').comment(1, `/contract amend ${quote}`);
        },
      },
    );
    expect(run.state.contract?.version).toBe(2);
    expect(run.state.reminders).toEqual({ 'requirements-changed': 1 });
    expect(told(run, 3)).toContain('The requirements changed: ');
    expect(told(run, 3)).toContain('Retire s1, s2 and write the rest of the plan anew');
    expect(run.outcome).toBe('delivered');
  });

  it('A14 edits that are another step’s bring reminders, then the end', async () => {
    const run = await plannedRun({
      ...GREET_MODEL,
      whenRunsOut: 'repeat',
      turns: [
        turn(
          plan([step('s1', 'write src/names.js', 'in_progress'), step('s2', 'write src/greet.js')]),
        ),
        ...[1, 2, 3, 4, 5, 6].map((n) => turn(WRONG(n))),
      ],
    });
    expect(run.outcome).toBe('stuck');
    expect(run.state.reminders).toEqual({ 'unmatched-edit': 4 });
    expect(run.state.turns).toBe(5);
    expect(told(run, 3)).toContain('src/greet.js was changed, which is step s2; s1 is in progress');
    expect(run.state.ended?.handback?.found).toContain('v1: step 1 of 2: write src/names.js');
    expect(run.pulls).toBe(0);
  });

  it('B1 B3 B6 three replans without a finished step end the work, with the plans it went through', async () => {
    const anew = (n: number) =>
      turn(
        plan([step(`p${n}`, `way ${n}`, 'in_progress'), step(`q${n}`, `end ${n}`)], `reason ${n}`),
      );
    const run = await plannedRun([1, 2, 3, 4, 5, 6, 7, 8].map(anew));
    expect(run.outcome).toBe('stuck');
    expect(run.state.turns).toBe(4);
    expect(run.of('plan-written').filter(({ replan }) => replan)).toHaveLength(3);
    const found = run.state.ended?.handback?.found ?? '';
    expect(found).toContain('3 replans without a finished step.');
    expect(found).toContain('v1: step 1 of 2: way 1; nothing finished');
    expect(found).toContain('v4, replanned (reason 4): step 1 of 2: way 4; nothing finished');
    expect(run.comment).toContain('way 4');
    expect(run.of('turn-taken').map((each) => each.step)).toEqual(
      [1, 2, 3, 4].map((n) => `step 1 of 2: way ${n}`),
    );
    expect(run.pulls).toBe(0);
  });

  it.each([
    { limit: 3, configuration: {} },
    { limit: 1, configuration: { budgets: { readsBeforeFirstEdit: 1 } } },
  ])('B4 reads before the first edit end at $limit files; then an edit frees them', async (cap) => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((n) => [`src/${n}.js`, `// ${n}\n`]));
    const names = Object.keys(files);
    const run = await plannedRun(
      [
        ...names.map((path) => turn(read(path))),
        turn(read(names[0] ?? '')),
        turn(GOOD),
        turn(read('src/d.js')),
        turn(done),
      ],
      { files, configuration: cap.configuration },
    );
    expect(run.outcome).toBe('delivered');
    expect(run.state.refusals).toEqual({ 'read-cap': names.length - cap.limit });
    expect(told(run, names.length + 1)).toContain(
      `You have read ${cap.limit} files and changed none. Make the smallest edit`,
    );
  });

  it('B5 a limit is a failure to plan, never a success, and what was done is kept', async () => {
    const run = await plannedRun(
      [turn(WRONG(1)), turn(WRONG(2)), turn(WRONG(3)), turn(GOOD), turn(done)],
      { configuration: { budgets: { turns: 3 } } },
    );
    expect(run.outcome).toBe('over-budget');
    expect(run.state.checkpoints.at(-1)?.changed).toEqual(['src/greet.js']);
    expect(run.pulls).toBe(0);
  });

  it('counts and shows what the tools themselves refuse', async () => {
    const run = await plannedRun([
      turn({ name: 'teleport', input: {} }, { name: 'read_file', input: '{path: ' }),
      turn(write('.github/workflows/x.yml', 'on: push\n')),
      turn(GOOD),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.refusals).toEqual({
      'unknown-tool': 1,
      'bad-arguments': 1,
      'out-of-scope': 1,
    });
  });
});
