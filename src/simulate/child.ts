import { CatalogueError } from '../core/catalogue-error.ts';
import { parseConfiguration } from '../core/rules/configuration/configuration.ts';
import { issueOfBranch } from '../core/rules/request/issue-of-branch.ts';
import { type Wake, webhookTrigger } from '../core/rules/request/webhook-trigger.ts';
import { composeRepository, noticeOfFailure, type Repository } from '../entry/compose.ts';
import type { Clock } from '../ports.ts';
import { announcePorts } from './scenario/announce-ports.ts';
import type { FromProduct, ToProduct } from './scenario/messages.ts';

/*
 * The product as a process of its own, as a job of GitHub Actions is: one webhook in, one look at each issue it
 * concerns. The runner can kill it at any moment; GitHub and the model live in the runner.
 */
type LookMessage = Extract<ToProduct, { type: 'look' }>;

const waiting = new Map<number, () => void>();
let clockOffsetMs = 0;
let announced = 0;

const clock: Clock = {
  now: () => new Date(Date.now() + clockOffsetMs),
  async wait(milliseconds) {
    clockOffsetMs += milliseconds;
  },
};

process.on('message', (message: ToProduct) => {
  if (message.type === 'clock') clockOffsetMs = message.offsetMs;
  if (message.type === 'go') {
    waiting.get(message.id)?.();
    waiting.delete(message.id);
  }
  if (message.type === 'look') void serve(message);
});
process.on('disconnect', () => process.exit(1));

function send(message: FromProduct): void {
  process.send?.(message);
}

function announce(moments: string[]): Promise<void> {
  announced += 1;
  const id = announced;
  const heard = new Promise<void>((resolve) => waiting.set(id, resolve));
  send({ type: 'moments', id, moments });
  return heard;
}

async function serve(message: LookMessage): Promise<void> {
  clockOffsetMs = message.clockOffsetMs;
  try {
    await lookAtAll(message);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const { code, message: text, remedy } = error;
    await tellOnIssue(message, error);
    send({ type: 'failed', code, message: text, remedy });
  }
  process.send?.({ type: 'done' } satisfies FromProduct, () => process.exit(0));
}

async function lookAtAll({ input, run, event, payload }: LookMessage): Promise<void> {
  const repository = await composeStrongest(input);
  const { ports, settings } = repository;
  const wake = webhookTrigger(event, payload, {
    at: ports.clock.now().toISOString(),
    branchPrefix: settings.configuration.branches.prefix,
  });
  if ('nothing' in wake) return send({ type: 'ignored', reason: wake.nothing });
  for (const issue of await issuesOf(repository, wake)) {
    const { outcome, reason, nothing } = await repository.look(
      { issue, run: `${run}-${issue}`, trigger: wake.trigger, detail: detailOf(wake) },
      announcePorts(ports, announce),
    );
    send({ type: 'looked', end: { issue, outcome, reason, nothing } });
  }
}

/** As the action does where the configuration cannot be used. */
async function tellOnIssue({ input, run, event, payload }: LookMessage, error: CatalogueError) {
  const at = clock.now().toISOString();
  const branchPrefix = parseConfiguration(null).branches.prefix;
  const wake = webhookTrigger(event, payload, { at, branchPrefix });
  if ('nothing' in wake) return;
  const { sandboxLevel: _, ...repository } = input;
  await noticeOfFailure({ ...repository, clock }, { wake, run }, error);
}

/** At the level that is asked for; else at the strongest this machine gives, which is told to the runner. */
async function composeStrongest({
  sandboxLevel,
  ...input
}: LookMessage['input']): Promise<Repository> {
  if (sandboxLevel !== null) return compose(input, sandboxLevel);
  const strong = await compose(input, 'S3');
  try {
    await strong.ports.sandbox.probe();
    send({ type: 'note', line: { what: 'sandbox-level', level: 'S3' } });
    return strong;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'sandbox-too-weak') throw error;
    send({ type: 'note', line: { what: 'sandbox-level', level: 'S0', reason: error.message } });
    return compose(input, 'S0');
  }
}

function compose(
  input: Omit<LookMessage['input'], 'sandboxLevel'>,
  sandboxLevel: NonNullable<LookMessage['input']['sandboxLevel']>,
): Promise<Repository> {
  return composeRepository({
    ...input,
    sandboxLevel,
    pollMs: 0,
    clock,
    journal: { note: (line) => send({ type: 'note', line }) },
  });
}

function detailOf({ label, assignee }: Wake): { label?: string; assignee?: string } {
  return { ...(label === null ? {} : { label }), ...(assignee === null ? {} : { assignee }) };
}

async function issuesOf({ ports, settings }: Repository, { target }: Wake): Promise<number[]> {
  if (target === 'all') return ports.tracker.openTasks(settings.configuration.trigger.label);
  if ('issue' in target) return [target.issue];
  const branch = await ports.tracker.headBranch(target.pullRequest);
  const issue =
    branch === null ? null : issueOfBranch(settings.configuration.branches.prefix, branch);
  return issue === null ? [] : [issue];
}
