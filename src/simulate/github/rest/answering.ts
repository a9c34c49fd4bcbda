import { createHash, randomUUID } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { actorName } from '../actor.ts';
import { actorFor } from '../credentials.ts';
import type { Fault, Faults } from '../faults.ts';
import { effectiveRole } from '../permissions.ts';
import { type RateLimits, type RateResource, rateHeaders, rateKey } from '../rate-limits.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { LoggedRequest } from '../request-log.ts';
import { timestamp, type World } from '../world.ts';
import type { ApiContext, ApiEnv } from './context.ts';

type Handler = MiddlewareHandler<ApiEnv>;

/** Writes down every request, whatever became of it. */
export function logged(world: World, log: LoggedRequest[]): Handler {
  return async (c, next) => {
    c.set('actor', { kind: 'anonymous' });
    const { pathname, search } = new URL(c.req.url);
    c.set('operation', await operationName(c, pathname));
    const at = timestamp(world);
    await next();
    const operation = c.get('operation');
    const sent = c.res.headers.get('x-hono-already-sent') === null;
    log.push({
      method: c.req.method,
      path: pathname,
      query: search.slice(1),
      ...(operation !== undefined && { operation }),
      status: sent ? c.res.status : 0,
      actor: actorName(c.get('actor')),
      at,
    });
  };
}

async function operationName(c: ApiContext, path: string): Promise<string | undefined> {
  if (path !== '/api/graphql') return undefined;
  const body = await c.req.json().catch(() => ({}));
  if (typeof body?.operationName === 'string') return body.operationName;
  return /\b(?:query|mutation)\s+(\w+)/.exec(String(body?.query))?.[1];
}

/** Lets the injected faults happen, before or after the request takes effect. */
export function faulty(world: World, faults: Faults): Handler {
  return async (c, next) => {
    const { pathname: path } = new URL(c.req.url);
    const fault = faults.take({ method: c.req.method, path, operation: c.get('operation') });
    if (!fault) return next();
    if (fault.kind.endsWith('-after')) {
      await next();
      c.res = undefined;
    }
    c.res = await failed(world, c, fault);
    return undefined;
  };
}

async function failed(world: World, c: ApiContext, fault: Fault): Promise<Response> {
  switch (fault.kind) {
    case '500-before':
    case '500-after':
      return c.json({ message: 'Server Error' }, 500);
    case '404':
      return c.json(notFound().body, 404);
    case '403-rate':
      return limited(world, c, fault, 403, 'API rate limit exceeded.');
    case '429':
      return limited(world, c, fault, 429, 'API rate limit exceeded.');
    case 'secondary':
      return limited(
        world,
        c,
        fault,
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      );
    case 'drop-connection':
    case 'drop-connection-after':
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'timeout':
      await new Promise((resolve) => c.env.incoming.socket.once('close', resolve));
      return RESPONSE_ALREADY_SENT;
  }
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function limited(world: World, c: ApiContext, fault: Fault, status: 403 | 429, message: string) {
  const seconds = fault.retryAfterSeconds ?? 1;
  const reset = Math.floor(world.clock().getTime() / 1000) + seconds;
  const state = { limit: 5000, used: 5000, remaining: 0, reset };
  const headers = {
    ...(fault.kind !== 'secondary' && rateHeaders(state, 'core')),
    ...(fault.kind !== '403-rate' && { 'retry-after': String(seconds) }),
  };
  return c.json(new Refusal(status, message).body, status, headers);
}

/** Finds out who asks, counts the request, and puts the limits' headers on every answer. */
export function authenticated(world: World, limits: RateLimits): Handler {
  return async (c, next) => {
    c.header('x-github-request-id', randomUUID());
    c.header('x-github-media-type', 'github.v3; format=json');
    c.header('x-github-api-version-selected', '2022-11-28');
    const actor = actorFor(world, c.req.header('authorization'));
    c.set('actor', actor);
    const { pathname } = new URL(c.req.url);
    const resource: RateResource = pathname === '/api/graphql' ? 'graphql' : 'core';
    const key = rateKey(world, actor);
    const free = pathname === '/api/v3/rate_limit';
    const headers = () => {
      for (const [name, value] of Object.entries(
        rateHeaders(limits.state(key, resource), resource),
      )) {
        c.header(name, value);
      }
    };
    headers();
    if (!free) limits.spend(key, resource);
    await next();
    if (c.res.status === 304) limits.refund(key, resource);
    headers();
  };
}

/** Answers 304 where the caller has the current answer already. */
export const conditional: Handler = async (c, next) => {
  await next();
  if (c.req.method !== 'GET' || c.res.status !== 200) return;
  const bytes = await c.res.clone().arrayBuffer();
  const etag = `W/"${createHash('sha256').update(new Uint8Array(bytes)).digest('hex')}"`;
  c.res.headers.set('etag', etag);
  c.res.headers.set('cache-control', 'private, max-age=60, s-maxage=60');
  const asked = c.req.header('if-none-match');
  if (asked !== etag && asked !== etag.slice(2)) return;
  const headers = new Headers(c.res.headers);
  headers.delete('content-length');
  headers.delete('content-type');
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
};

/** Only the one repository is there. */
export function thisRepository(world: World): Handler {
  return async (c, next) => {
    const { owner, name } = world.repository;
    const { owner: askedOwner = '', repo = '' } = c.req.param() as Record<string, string>;
    const same =
      askedOwner.toLowerCase() === owner.login.toLowerCase() &&
      repo.toLowerCase() === name.toLowerCase();
    if (!same) throw notFound();
    // A private repository is hidden from whoever may not read it, whatever is asked about it.
    const actor = c.get('actor');
    if (world.repository.private && actor.kind === 'anonymous') throw notFound();
    if (actor.kind === 'person' && effectiveRole(world, actor.user) === 'none') throw notFound();
    await next();
  };
}
