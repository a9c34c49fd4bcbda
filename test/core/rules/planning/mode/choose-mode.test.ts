import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { irreversibleOperations } from '../../../../../src/core/rules/irreversible/irreversible-operations.ts';
import {
  chooseMode,
  type ModeWishes,
} from '../../../../../src/core/rules/planning/mode/choose-mode.ts';
import type { ModeFacts } from '../../../../../src/core/rules/planning/mode/mode-facts.ts';
import { settleStrategy } from '../../../../../src/core/rules/planning/mode/settle-strategy.ts';
import { PlanFirst, type PlanningMode } from '../../../../../src/core/schema/mode-choice.ts';

const DEFAULT_PLAN_FIRST = PlanFirst.parse({});

const FACTS: ModeFacts = {
  task: 'Correct the greeting',
  criteria: 1,
  components: 1,
  paths: 1,
  requests: 1,
  handOver: false,
  longRun: false,
  readOnly: false,
  exploratory: false,
};
const WISHES: ModeWishes = {
  command: false,
  label: null,
  configuration: 'auto',
  planFirst: DEFAULT_PLAN_FIRST,
};
const REDESIGN = 'Redesign the whole authentication subsystem across all services';
const MIGRATE = 'Run the database migration in production';

const choose = (facts: Partial<ModeFacts>, wishes: Partial<ModeWishes> = {}) =>
  chooseMode({ ...FACTS, ...facts }, { ...WISHES, ...wishes });
const planFirst = (more: Partial<PlanFirst>) => ({ planFirst: { ...DEFAULT_PLAN_FIRST, ...more } });

describe('A9 A10 A11 C7 the mode follows from how long a plan stays valid', () => {
  it.each<[string, Partial<ModeFacts>, Partial<ModeWishes>, PlanningMode, RegExp]>([
    ['A11 a single step', {}, {}, 'reactive', /single step/],
    ['A11 reading', { task: 'read main.go' }, {}, 'reactive', /single step/],
    ['A11 a question', { readOnly: true, criteria: 4 }, {}, 'reactive', /question/],
    ['A11 exploration, small', { exploratory: true }, {}, 'reactive', /what the last one finds/],
    ['A10 three criteria', { criteria: 3 }, {}, 'interleaved', /3 criteria/],
    ['A10 several requests', { requests: 2 }, {}, 'interleaved', /2 requests/],
    ['A10 several components', { components: 2 }, {}, 'interleaved', /2 components/],
    ['A10 a long run', { longRun: true }, {}, 'interleaved', /long run/],
    ['A10 hand-over', { handOver: true }, {}, 'plan-and-execute', /handed over/],
    ['A10 what cannot be taken back', { task: MIGRATE }, {}, 'plan-and-execute', /taken back/],
    ['A9 much, but uncertain', { task: REDESIGN, exploratory: true }, {}, 'interleaved', /finds/],
    ['C6 C7 far reach', { task: REDESIGN }, {}, 'task-graph', /complexity reaches 6/],
    [
      'C7 plan-solve',
      { task: REDESIGN },
      planFirst({ strategy: 'plan-solve' }),
      'plan-and-execute',
      /reaches/,
    ],
    [
      'C7 a threshold that is not reached',
      { task: REDESIGN },
      planFirst({ threshold: 9 }),
      'reactive',
      /single/,
    ],
    ['C7 threshold 0 always plans', {}, planFirst({ threshold: 0 }), 'task-graph', /reaches 0/],
    ['C7 always', {}, planFirst({ mode: 'always' }), 'task-graph', /always on/],
    ['C7 off', { task: REDESIGN }, planFirst({ mode: 'off' }), 'interleaved', /off/],
    ['C7 off and small', {}, planFirst({ mode: 'off' }), 'reactive', /single/],
    ['C7 by command, whatever the strategy', {}, { command: true }, 'plan-and-execute', /command/],
    [
      'C7 off, not even by command',
      {},
      { command: true, ...planFirst({ mode: 'off' }) },
      'reactive',
      /plans nothing/,
    ],
    [
      'A9 forced by configuration',
      { task: REDESIGN },
      { configuration: 'reactive' },
      'reactive',
      /configuration asks/,
    ],
    ['A9 forced by label', {}, { label: 'task-graph' }, 'task-graph', /label asks/],
    [
      'A9 a label before the configuration',
      {},
      { label: 'interleaved', configuration: 'reactive' },
      'interleaved',
      /label/,
    ],
    [
      'A9 a command before the label',
      {},
      { command: true, label: 'reactive' },
      'plan-and-execute',
      /command/,
    ],
    [
      'C7 off before a label',
      {},
      { label: 'task-graph', ...planFirst({ mode: 'off' }) },
      'interleaved',
      /but planning first is off/,
    ],
    [
      'A10 no plan is no way around approval',
      { task: MIGRATE },
      { label: 'reactive' },
      'interleaved',
      /approve/,
    ],
  ])('%s', (_, facts, wishes, mode, reason) => {
    const choice = choose(facts, wishes);
    expect(choice.mode).toBe(mode);
    expect(choice.reasons.join('; ')).toMatch(reason);
  });

  it('C6 both scores stand in the decision', () => {
    const { scores, reasons } = choose({ task: REDESIGN });
    expect([scores.wording.score, scores.reach.score]).toEqual([1, 7]);
    expect(reasons.at(-1)).toBe('complexity 1 by wording, 7 by reach');
  });

  it('A10 what cannot be taken back waits for approval in every mode, and never goes without a plan', () => {
    const mode = fc.constantFrom<PlanningMode>(
      'reactive',
      'interleaved',
      'plan-and-execute',
      'task-graph',
    );
    const wishes = fc.record({
      command: fc.boolean(),
      label: fc.option(mode),
      configuration: fc.oneof(mode, fc.constant('auto' as const)),
      planFirst: fc.record({
        mode: fc.constantFrom('off' as const, 'auto' as const, 'always' as const),
        threshold: fc.nat(10),
        strategy: fc.constantFrom('taskgraph' as const, 'plan-solve' as const),
      }),
    });
    fc.assert(
      fc.property(wishes, fc.boolean(), fc.boolean(), (wish, exploratory, readOnly) => {
        const choice = chooseMode({ ...FACTS, task: MIGRATE, exploratory, readOnly }, wish);
        expect(choice.needsApproval).toBe(true);
        expect(choice.mode).not.toBe('reactive');
        if (wish.planFirst.mode === 'off') expect(choice.mode).toBe('interleaved');
      }),
    );
  });
});

describe('A10 irreversible operations', () => {
  it.each([
    ['Run the migration', 'migration'],
    ['add a column, then migrate the production database', 'migration'],
    ['- Drop the users table', 'deletion'],
    ['Please delete all records older than a year', 'deletion'],
    ['Fix the build and deploy it to staging', 'deployment'],
    ['Publish the package to npm', 'publishing'],
    ['Push the image', 'publishing'],
    ['force-push the branch', 'history'],
    ['Rodar a migração', 'migration'],
    ['Apagar a tabela de usuários', 'deletion'],
    ['Deploy the new version', 'deployment'],
    ['Bitte die Datenbank migrieren', 'migration'],
    ['Veröffentliche auf npm', 'publishing'],
    ['Publier sur npm', 'publishing'],
    ['Desplegar en producción', 'deployment'],
    ['Eliminar la tabla de usuarios', 'deletion'],
  ])('%s', (task, kind) => {
    expect(irreversibleOperations(task).map((operation) => operation.kind)).toEqual([kind]);
  });

  it.each([
    'Write a migration for the users table',
    'Delete the unused helper',
    'Remove dead code from the parser',
    'Delete branch button does nothing',
    'Deploy script fails on Windows',
    'deploy: fix the flaky step',
    'Release notes show the wrong version',
    'The user should be able to delete rows',
    'Add a command that drops tables',
    'Rewrite the parser',
    'Update the docs about publishing packages',
  ])('%s is about code, and git gives it back', (task) => {
    expect(irreversibleOperations(task)).toEqual([]);
  });
});

describe('C7 the graph is not forced', () => {
  const fan = (count: number, writes: (at: number) => string[]) =>
    Array.from({ length: count }, (_, at) => ({ id: `E${at + 1}`, deps: [], writes: writes(at) }));

  it.each([
    ['five tasks that write apart', fan(5, (at) => [`p${at}/**`]), 'task-graph'],
    ['four', fan(4, (at) => [`p${at}/**`]), 'plan-and-execute'],
    ['five tasks on one file', fan(5, () => ['a.ts']), 'plan-and-execute'],
    ['five that do not say what they write', fan(5, () => ['**']), 'plan-and-execute'],
    [
      'five in a row',
      fan(5, (at) => [`p${at}`]).map((step, at) => ({ ...step, deps: at === 0 ? [] : [`E${at}`] })),
      'plan-and-execute',
    ],
  ])('%s', (_, steps, mode) => {
    expect(settleStrategy(steps).mode).toBe(mode);
    expect(settleStrategy(steps).reason).toMatch(/\d independent tasks/);
  });
});
