import type { Context } from '../../../../src/app/context.ts';
import { createHarness } from '../../../../src/app/work/harness.ts';
import { parseConfiguration } from '../../../../src/core/rules/configuration/configuration.ts';
import { fold } from '../../../../src/core/run/evolve.ts';
import type { Event } from '../../../../src/core/schema/event.ts';
import type { Journal, Ports, Worktree } from '../../../../src/ports.ts';
import { entriesOf } from '../../../support/given.ts';
import { contract, observation, trigger, UP_TO_WORK } from '../../../support/task.ts';

/**
 * The real harness on a task at work, without the rest of the product: nothing of its ledger is pushed, the issue is never
 * looked at, and its worktree never changes.
 */
export function harnessAlone(
  directory: string,
  { history = UP_TO_WORK, journal }: { history?: Event[]; journal?: Journal } = {},
) {
  const agreed = contract({ budgets: { ...contract().budgets, turns: 100_000 } });
  const entries = entriesOf(history);
  const worktree: Worktree = {
    id: 'alone',
    path: directory,
    home: directory,
    baseSha: agreed.baseSha,
    checkpoint: unused,
    held: async () => true,
    setUp: unused,
    restore: unused,
    remove: unused,
    release: unused,
  };
  const context: Context = {
    ports: {
      clock: { now: () => new Date('2026-05-04T10:05:00Z'), wait: async () => {} },
      journal: journal ?? { note: () => {} },
    } as unknown as Ports,
    settings: {
      repository: { owner: 'acme', name: 'greet' },
      serverUrl: 'https://github.com',
      configuration: parseConfiguration('budgets: { turns: 100000, minutes: 100000 }'),
      harnessVersion: '0.0.0',
      toolchain: 'node',
      pollMs: Number.MAX_SAFE_INTEGER,
    },
    request: { issue: 1, run: 'run-1', trigger: trigger('labeled'), detail: {} },
    log: {
      issue: 1,
      run: 'run-1',
      state: fold(entries),
      tip: null,
      last: entries.at(-1) ?? null,
      unpushed: [],
    },
    observation: observation(),
    showProgress: async () => {},
  };
  const assignment = {
    contract: agreed,
    worktree,
    instructions: '',
    findings: [],
    plan: context.log.state.plan,
    turn: 1,
  };
  return { assignment, context, port: createHarness(context, agreed, worktree).port };
}

const unused = () => Promise.reject(new Error('not used here'));
