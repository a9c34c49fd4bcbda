import { expect, it } from 'vitest';
import type { Event } from '../../../src/core/schema/event.ts';
import { Plan } from '../../../src/core/schema/plan.ts';
import { MAYA, UP_TO_WORK } from '../../support/task.ts';
import { harnessAlone } from './support/harness-alone.ts';

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 };
const turn = (...tools: string[]): Event => ({
  type: 'turn-taken',
  turn: 1,
  step: 'no plan',
  tools,
  usage,
});
/** The harness of a process that takes over what another did before it was killed. */
const takenOver = (...before: Event[]) =>
  harnessAlone('/nowhere', { history: [...UP_TO_WORK, ...before] });

it('B4 files that a killed process read are not read for free again', () => {
  const { port } = takenOver(turn('read_file a.ts', 'read_file b.ts'), turn('read_file c.ts'));
  expect(port.permit({ tool: 'read', path: 'd.ts' })).toMatchObject({
    ok: false,
    code: 'read-cap',
  });
  expect(port.permit({ tool: 'read', path: 'a.ts' })).toMatchObject({ ok: true });
});

it('A12 a failure is counted on: the third of the same forces a new look, whoever saw the first two', async () => {
  const missed = 'edit_file src/a.ts (not-found)';
  const { port, context } = takenOver(turn(missed), turn(missed));
  await port.turnTaken({ tools: [missed], usage });
  expect(context.log.state.reminders).toEqual({ 'action-repeated': 1 });
});

it('A12 a reminder is counted once, and told again to an agent whose process took over', async () => {
  const red: Event = {
    type: 'reminded',
    about: 'new-subtask',
    message: 'AC-2 held before the work began and is red now',
    key: 'new-subtask AC-2',
  };
  const { port, context } = takenOver(red);
  expect(await port.beforeTurn()).toMatchObject({ go: true, note: red.message });
  expect(await port.beforeTurn()).toMatchObject({ go: true, note: null });
  expect(context.log.state.reminders).toEqual({ 'new-subtask': 1 });
  // A person’s word to go on begins anew.
  const anew = takenOver(red, { type: 'resume-requested', by: MAYA });
  expect(anew.context.log.state.workFacts.reminded).toEqual([]);
});

it('A12 an amendment is told to every process that takes over until there is a plan for it, and counted once', async () => {
  const plan = Plan.parse({
    version: 1,
    contractVersion: 1,
    items: [{ id: 's', content: 'do', status: 'in_progress' }],
  });
  const { contract } = takenOver().assignment;
  const history: Event[] = [
    ...UP_TO_WORK,
    {
      type: 'plan-written',
      plan: { ...plan, contractVersion: contract.version + 1 },
      replan: false,
    },
  ];
  const first = harnessAlone('/nowhere', { history });
  const told = await first.port.beforeTurn();
  expect(JSON.stringify(told)).toContain('changed');
  const noted = first.context.log.unpushed.map(({ event }) => event);
  const second = harnessAlone('/nowhere', { history: [...history, ...noted] });
  expect(await second.port.beforeTurn()).toEqual(told);
  expect(second.context.log.state.reminders).toEqual({ 'requirements-changed': 1 });
});

it('B6 each turn is told to the journal as a line of the turn log', async () => {
  const lines: unknown[] = [];
  const journal = { note: (line: { what: string }) => void lines.push(line) };
  const { port } = harnessAlone('/nowhere', { journal });
  await port.turnTaken({ tools: ['read_file a.ts'], usage, digests: ['d'] });
  expect(lines.at(-1)).toMatchObject({
    what: 'turn',
    line: { format: 1, turn: 1, run: 'run-1', tools: [{ call: 'read_file a.ts', digest: 'd' }] },
  });
});

it('what happens to the conversation is counted where people see it', () => {
  const { port, context } = takenOver();
  port.noticed({ type: 'no-tool-call', about: 'empty-answer' });
  port.noticed({
    type: 'model-troubled',
    kind: 'rate-limited',
    retries: 2,
    passed: true,
    detail: 'x',
  });
  port.noticed({
    type: 'context-compacted',
    reason: 'window',
    droppedTurns: 3,
    keptTurns: 1,
    tokensBefore: 9,
    tokensAfter: 4,
  });
  expect(context.log.state).toMatchObject({
    reminders: { 'empty-answer': 1 },
    conversation: { compactions: 1, retries: 2, troubles: { 'rate-limited': 1 } },
  });
});
