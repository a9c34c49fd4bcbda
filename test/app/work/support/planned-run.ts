import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { webhookTrigger } from '../../../../src/core/rules/request/webhook-trigger.ts';
import { fold } from '../../../../src/core/run/evolve.ts';
import type { TaskState } from '../../../../src/core/run/state.ts';
import type { Event, EventOf } from '../../../../src/core/schema/event.ts';
import { composeRepository, systemClock } from '../../../../src/entry/compose.ts';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../../src/simulate/github/embedded-github.ts';
import type { ModelScriptInput } from '../../../../src/simulate/model/script.ts';
import {
  type RecordedRequest,
  startScriptedModel,
} from '../../../../src/simulate/model/scripted-model.ts';
import { readLedgerRef } from '../../../../src/simulate/scenario/read-ledger.ts';
import { GREET_FILES, GREET_ISSUE, GREET_MODEL } from '../../../e2e/support/greet-task.ts';
import { inputFor } from '../../../support/input-for.ts';

type Turns = NonNullable<ModelScriptInput['turns']>;
type Tool = NonNullable<Turns[number]['tools']>[number];

/** One turn that calls these tools. */
export const turn = (...tools: Tool[]): Turns[number] => ({ tools });
export const read = (path: string): Tool => ({ name: 'read_file', input: { path } });
export const write = (path: string, content: string): Tool => ({
  name: 'write_file',
  input: { path, content },
});
export const check = (...criteria: string[]): Tool => ({ name: 'check', input: { criteria } });
export const done: Tool = { name: 'done', input: { summary: 'done' } };
export const plan = (items: object[], reason?: string): Tool => ({
  name: 'write_plan',
  input: { items, ...(reason === undefined ? {} : { reason }) },
});
export const step = (id: string, content: string, status = 'pending', evidence?: string) => ({
  id,
  content,
  status,
  ...(evidence === undefined ? {} : { evidence }),
});
export const GOOD = write(
  'src/greet.js',
  "export const greet = (name) => (name ? 'Hello, ' + name : 'Hello');\n",
);
export const WRONG = (n: number) =>
  write('src/greet.js', `export const greet = () => 'Hullo ${n}';\n`);

export interface PlannedRun {
  outcome: string;
  /** Of every look. */
  outcomes: string[];
  /** The task’s comment after every look. */
  comments: string[];
  state: TaskState;
  events: Event[];
  of<T extends Event['type']>(type: T): EventOf<T>[];
  /** The task's comment. */
  comment: string;
  /** What the model was sent, turn by turn. */
  requests: readonly RecordedRequest[];
  /** Every request to the model, whatever for. */
  asked: readonly RecordedRequest[];
  /** Like `PATCH /repos/…`, in order. */
  requestsToGitHub: string[];
  pulls: number;
  /** src/greet.js on the task’s branch; undefined without one. */
  delivered: string | undefined;
  /** What `show` asked for. */
  shown: Record<string, string | undefined>;
}

/**
 * One look of the whole product in this process: embedded GitHub, real git and ledger, the built-in agent over HTTP with a
 * scripted model, real checks. Only people and the model are played.
 */
export async function plannedRun(
  script: ModelScriptInput | Turns,
  options: {
    configuration?: object;
    files?: Record<string, string>;
    labels?: string[];
    /** Files whose text on the task’s branch is wanted. */
    show?: string[];
    /** A comment asks for the task instead of the label. */
    unlabelled?: string;
    /** The model reviews too. */
    reviewer?: boolean;
    /** Other models than the one for everything. */
    models?: Record<string, string>;
    /** Instead of the greeting’s. */
    issue?: { title: string; body: string };
    /** What happens after each look; then comes another one, as a schedule brings it. */
    afterwards?: ((github: EmbeddedGitHub) => Promise<unknown>)[];
    /** The clock gains so much with every turn: what is throttled need not be waited for. */
    secondsPerTurn?: number;
    /** What happens on GitHub before the n-th turn (1-based) is answered. */
    beforeTurn?: (turn: number, github: EmbeddedGitHub) => Promise<void>;
  } = {},
): Promise<PlannedRun> {
  const model = Array.isArray(script) ? { ...GREET_MODEL, turns: script } : script;
  let gained = 0;
  const holder: { github: EmbeddedGitHub | null } = { github: null };
  await using server = await startScriptedModel(model, {
    beforeTurn: async (n) => {
      gained += (options.secondsPerTurn ?? 0) * 1000;
      if (holder.github) await options.beforeTurn?.(n, holder.github);
    },
  });
  const directory = await mkdtemp(join(tmpdir(), 'planned-'));
  const name = 'openai-compatible/scripted';
  const configuration = {
    approval: 'never',
    mode: 'interleaved',
    models: {
      draft: name,
      execute: name,
      review: options.reviewer ? name : null,
      ...options.models,
      baseUrl: server.baseUrl,
    },
    ...options.configuration,
  };
  const files = { ...GREET_FILES, ...options.files };
  await using github = await startEmbeddedGitHub({
    repository: { owner: 'acme', name: 'greet' },
    people: [{ login: 'maya', permission: 'maintain' }],
    labels: ['contractor', ...(options.labels ?? [])],
    files: { ...files, '.github/contractor.yml': stringify(configuration) },
    issues: [{ ...(options.issue ?? GREET_ISSUE), author: 'maya', labels: options.labels ?? [] }],
  });
  holder.github = github;
  try {
    if (options.unlabelled === undefined) await github.as('maya').addLabel(1, 'contractor');
    else await github.as('maya').comment(1, options.unlabelled);
    await github.settled();
    const event = options.unlabelled === undefined ? 'issues' : 'issue_comment';
    const delivery = github.deliveries.findLast((each) => each.event === event);
    const wake = webhookTrigger(event, delivery?.payload, {
      at: new Date().toISOString(),
      branchPrefix: 'contractor/',
    });
    if ('nothing' in wake) throw new Error('the label wakes nobody');
    const repository = await composeRepository({
      ...inputFor(github, 'greet', directory),
      sandboxLevel: 'S0',
      clock: { ...systemClock, now: () => new Date(Date.now() + gained) },
      pollMs: options.beforeTurn ? 0 : 600_000,
    });
    const { trigger } = wake;
    const detail = options.unlabelled === undefined ? { label: 'contractor' } : {};
    const shown = () =>
      github.comments(1).find(({ body }) => body.startsWith('<!-- contractor'))?.body ?? '';
    let result = await repository.look({ issue: 1, run: 'run-1', trigger, detail });
    const outcomes = [result.outcome];
    const comments = [shown()];
    for (const [at, act] of (options.afterwards ?? []).entries()) {
      await act(github);
      await github.settled();
      const again = {
        kind: 'schedule',
        sender: null,
        source: null,
        at: new Date().toISOString(),
      } as const;
      result = await repository.look({
        issue: 1,
        run: `run-${at + 2}`,
        trigger: again,
        detail: {},
      });
      outcomes.push(result.outcome);
      comments.push(shown());
    }
    const { entries } = await readLedgerRef(github.gitDir, 1);
    const events = entries.map((entry) => entry.event);
    return {
      outcome: result.outcome,
      outcomes,
      comments,
      state: fold(entries),
      events,
      of: <T extends Event['type']>(type: T) =>
        events.filter((event): event is EventOf<T> => event.type === type),
      comment: shown(),
      requests: server.requests.filter((request) => request.purpose === 'work'),
      requestsToGitHub: github.requests.map(({ method, path }) => `${method} ${path}`),
      pulls: github.pulls().length,
      delivered: await github.readFile('refs/heads/contractor/issue-1', 'src/greet.js'),
      asked: server.requests,
      shown: Object.fromEntries(
        await Promise.all(
          (options.show ?? []).map(async (path) => [
            path,
            await github.readFile('refs/heads/contractor/issue-1', path),
          ]),
        ),
      ),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Everything the model was told, up to and with that turn. */
export const told = (run: PlannedRun, turnNumber: number): string =>
  JSON.stringify(run.requests.find((request) => request.turn === turnNumber)?.messages ?? []);
