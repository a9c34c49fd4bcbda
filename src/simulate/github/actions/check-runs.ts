import type { Actor, NamedActor } from '../actor.ts';
import { checkRunWebhookPayload } from '../payload/check-run.ts';
import { mayWrite } from '../permissions.ts';
import type { AnnotationRecord, AppRecord, CheckRunRecord, CheckSuiteRecord } from '../records.ts';
import { forbidden, invalidRequest, notFound, Refusal } from '../refusal.ts';
import { timestamp, type World } from '../world.ts';
import { emit } from './events.ts';
import { characters } from './limits.ts';

/** What a check run can be given, in the names of the REST API. */
export interface CheckRunInput {
  readonly name?: unknown;
  readonly head_sha?: unknown;
  readonly details_url?: unknown;
  readonly external_id?: unknown;
  readonly status?: unknown;
  readonly started_at?: unknown;
  readonly conclusion?: unknown;
  readonly completed_at?: unknown;
  readonly output?: {
    readonly title?: unknown;
    readonly summary?: unknown;
    readonly text?: unknown;
    readonly annotations?: readonly AnnotationRecord[];
  };
}

/** `stale` is missing: GitHub alone sets it. */
const conclusions = [
  'action_required',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
  'timed_out',
];
const statuses = ['queued', 'in_progress', 'completed'];
const maxOutput = 65_535;
const maxAnnotations = 50;

/**
 * Creates a check run; only apps can
 * (https://docs.github.com/rest/checks/runs#create-a-check-run).
 * @throws Refusal 403 for people's tokens, 422 for a commit that is not there, a wrong conclusion,
 *   an output over 65,535 characters, more than 50 annotations in one request
 */
export async function createCheckRun(
  world: World,
  actor: Actor,
  input: CheckRunInput,
): Promise<CheckRunRecord> {
  const app = onlyApps(world, actor);
  if (typeof input.name !== 'string' || input.name === '')
    throw invalidRequest('"name" wasn\'t supplied.');
  if (typeof input.head_sha !== 'string') throw invalidRequest('"head_sha" wasn\'t supplied.');
  checkInput(input);
  const sha = /^[0-9a-f]{40}$/.test(input.head_sha) && (await world.git.resolve(input.head_sha));
  if (!sha) throw new Refusal(422, `No commit found for SHA: ${input.head_sha}`);
  const run: CheckRunRecord = {
    id: world.nextId(),
    suite: suiteFor(world, app, sha),
    headSha: sha,
    name: input.name,
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    startedAt: timestamp(world),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  };
  world.checkRuns.set(run.id, run);
  apply(world, run, input);
  announce(world, actor as NamedActor, run, 'created');
  if (run.status === 'completed') announce(world, actor as NamedActor, run, 'completed');
  return run;
}

/** @throws Refusal 403 where another app made it; else as createCheckRun */
export function updateCheckRun(world: World, actor: Actor, id: number, input: CheckRunInput) {
  const app = onlyApps(world, actor);
  const run = world.checkRuns.get(id);
  if (!run) throw notFound();
  if (run.suite.app !== app) {
    throw forbidden(
      `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  }
  checkInput(input);
  const before = run.status;
  apply(world, run, input);
  if (run.status === 'completed' && before !== 'completed') {
    announce(world, actor as NamedActor, run, 'completed');
  }
  return run;
}

function onlyApps(world: World, actor: Actor): AppRecord {
  if (actor.kind === 'person') throw forbidden('You must authenticate via a GitHub App.');
  mayWrite(world, actor, { scope: 'checks', role: 'admin' });
  if (actor.kind !== 'installation') throw forbidden('You must authenticate via a GitHub App.');
  return actor.app;
}

function suiteFor(world: World, app: AppRecord, headSha: string): CheckSuiteRecord {
  const known = world.checkSuites.find((s) => s.app === app && s.headSha === headSha);
  if (known) return known;
  const suite = { id: world.nextId(), app, headSha, createdAt: timestamp(world) };
  world.checkSuites.push(suite);
  return suite;
}

function checkInput({ status, conclusion, output }: CheckRunInput): void {
  const oneOf = (field: string, value: unknown, known: readonly string[]) => {
    if (value === undefined || known.includes(String(value))) return;
    throw invalidRequest(
      `No subschema in "anyOf" matched. ${value} is not a member of ${known.join(', ')} for ${field}.`,
    );
  };
  oneOf('status', status, statuses);
  oneOf('conclusion', conclusion, conclusions);
  if (status === 'completed' && conclusion === undefined) {
    throw invalidRequest('"conclusion" wasn\'t supplied.');
  }
  if (!output) return;
  if (typeof output.summary !== 'string') throw invalidRequest('"summary" wasn\'t supplied.');
  for (const text of [output.summary, output.text]) {
    const length = typeof text === 'string' ? characters(text) : 0;
    if (length > maxOutput) {
      throw invalidRequest(`Only ${maxOutput} characters are allowed; ${length} were supplied.`);
    }
  }
  const count = output.annotations?.length ?? 0;
  if (count > maxAnnotations) {
    throw invalidRequest(
      `No more than ${maxAnnotations} items are allowed; ${count} were supplied.`,
    );
  }
}

function apply(world: World, run: CheckRunRecord, input: CheckRunInput): void {
  if (typeof input.name === 'string') run.name = input.name;
  if (typeof input.external_id === 'string') run.externalId = input.external_id;
  if (typeof input.details_url === 'string') run.detailsUrl = input.details_url;
  if (typeof input.started_at === 'string') run.startedAt = wholeSeconds(input.started_at);
  if (input.status !== undefined) run.status = input.status as CheckRunRecord['status'];
  // A conclusion completes a run by itself; a status that is not "completed" takes it back.
  if (input.conclusion !== undefined) {
    run.status = 'completed';
    run.conclusion = String(input.conclusion);
  }
  if (run.status !== 'completed') run.conclusion = null;
  const given =
    typeof input.completed_at === 'string' ? wholeSeconds(input.completed_at) : undefined;
  run.completedAt =
    run.status === 'completed' ? (given ?? run.completedAt ?? timestamp(world)) : null;
  const { output } = input;
  if (!output) return;
  run.title = typeof output.title === 'string' ? output.title : run.title;
  run.summary = String(output.summary);
  run.text = typeof output.text === 'string' ? output.text : run.text;
  run.annotations.push(...(output.annotations ?? []));
}

function wholeSeconds(iso: string): string {
  return new Date(iso).toISOString().replace(/\.\d+Z$/, 'Z');
}

function announce(world: World, actor: NamedActor, run: CheckRunRecord, action: string): void {
  emit(world, actor, 'check_run', { action, check_run: checkRunWebhookPayload(world, run) });
}
