import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { refsMoved } from '../actions/refs.ts';
import { type Actor, actorName, type NamedActor } from '../actor.ts';
import { actorFor } from '../credentials.ts';
import { mayRead, mayWrite } from '../permissions.ts';
import type { RefUpdate } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { ApiContext } from '../rest/context.ts';
import type { World } from '../world.ts';
import { lines } from './bare-repository.ts';
import { type CgiAnswer, type CgiRequest, httpBackend } from './http-backend.ts';
import { acceptedRefs, explainRefusals, parseCommands } from './receive-pack.ts';

/** Answers git's own requests: `/{owner}/{name}[.git]/info/refs` and the two packs. */
export async function gitHttp(world: World, projectRoot: string, c: ApiContext): Promise<Response> {
  const { owner = '', repo = '', rest = '' } = c.req.param() as Record<string, string>;
  const { repository } = world;
  const name = repo.replace(/\.git$/, '');
  const known =
    owner.toLowerCase() === repository.owner.login.toLowerCase() &&
    name.toLowerCase() === repository.name.toLowerCase();
  const query = new URL(c.req.url).search.slice(1);
  const pushes = rest === 'git-receive-pack' || query.includes('service=git-receive-pack');
  let actor: Actor;
  try {
    actor = actorFor(world, c.req.header('authorization'));
    c.set('actor', actor);
    if (!known) throw new Refusal(404, 'Repository not found.');
    authorize(world, actor, pushes);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
  const request: CgiRequest = {
    method: c.req.method,
    path: `/${repository.owner.login}/${repository.name}.git/${rest}`,
    query,
    contentType: c.req.header('content-type') ?? '',
    protocol: c.req.header('git-protocol') ?? '',
    body: await body(c),
    user: pushes ? actorName(actor) : '',
  };
  if (rest !== 'git-receive-pack') return answered(await httpBackend(projectRoot, request));
  return answered(await receivePack(world, projectRoot, actor as NamedActor, request));
}

/** @throws Refusal with the words that git shows as `remote: …` */
function authorize(world: World, actor: Actor, pushes: boolean): void {
  const { owner, name } = world.repository;
  if (actor.kind === 'anonymous') {
    if (pushes || world.repository.private) throw new Refusal(401, 'Authentication required.');
    return;
  }
  if (!pushes) {
    mayRead(world, actor, 'contents');
    return;
  }
  try {
    mayWrite(world, actor, { scope: 'contents', role: 'write' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    throw new Refusal(
      403,
      `Permission to ${owner.login}/${name}.git denied to ${actorName(actor)}.`,
    );
  }
}

async function receivePack(
  world: World,
  projectRoot: string,
  actor: NamedActor,
  request: CgiRequest,
): Promise<CgiAnswer> {
  const updates = parseCommands(request.body);
  // git probes with an empty flush before it sends a large pack: not a push yet.
  if (updates.length === 0) return httpBackend(projectRoot, request);
  for (const hook of world.beforePush) await hook(updates, actor);
  const reasons = join(tmpdir(), `embedded-github-${randomUUID()}`);
  try {
    const answer = await httpBackend(projectRoot, request, hookEnvironment(world, actor, reasons));
    await followUp(world, actor, updates, acceptedRefs(answer.body));
    return { ...answer, body: explainRefusals(answer.body, await readReasons(reasons)) };
  } finally {
    await rm(reasons, { force: true });
  }
}

async function followUp(
  world: World,
  actor: NamedActor,
  updates: readonly RefUpdate[],
  accepted: ReadonlySet<string>,
): Promise<void> {
  const moved = updates.filter(({ ref, old, new: to }) => accepted.has(ref) && old !== to);
  if (moved.length === 0) return;
  await refsMoved(world, actor, moved);
  for (const hook of world.afterPush) await hook(moved, actor);
}

function hookEnvironment(world: World, actor: NamedActor, reasons: string): Record<string, string> {
  const mayTouchWorkflows = !actor.grants || actor.grants.workflows === 'write';
  const who =
    actor.kind === 'installation'
      ? 'a GitHub App to create or update workflow `%` without `workflows` permission'
      : 'a Personal Access Token to create or update workflow `%` without `workflow` scope';
  const branches = [...world.repository.protectedBranches].map((name) => `refs/heads/${name}`);
  return {
    EMBEDDED_REASONS: reasons,
    EMBEDDED_PROTECTED: branches.join(' '),
    EMBEDDED_NO_WORKFLOWS: mayTouchWorkflows ? '' : who,
  };
}

async function readReasons(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(lines(text).map((line) => line.split('\t', 2) as [string, string]));
}

async function body(c: ApiContext): Promise<Buffer> {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (c.req.header('content-encoding') !== 'gzip') return bytes;
  return promisify(gunzip)(bytes);
}

function answered(answer: CgiAnswer): Response {
  const bytes = new Uint8Array(answer.body);
  return new Response(bytes, { status: answer.status, headers: answer.headers });
}

function refused(refusal: Refusal): Response {
  const headers: Record<string, string> = { 'content-type': 'text/plain' };
  if (refusal.status === 401) headers['www-authenticate'] = 'Basic realm="GitHub"';
  return new Response(refusal.message, { status: refusal.status, headers });
}
