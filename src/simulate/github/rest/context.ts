import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Actor } from '../actor.ts';
import { Refusal } from '../refusal.ts';

export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { actor: Actor; operation: string | undefined };
}

export type Api = Hono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/**
 * The request's JSON object; an absent body is an empty one.
 * @throws Refusal 400 for what is no JSON, or no object
 */
export async function input(c: ApiContext): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Refusal(400, 'Body should be a JSON object');
}

/** A numeric path parameter. @throws Refusal 404 for anything else */
export function numberParam(c: ApiContext, name: string): number {
  const value = Number(c.req.param(name));
  if (!Number.isInteger(value)) throw new Refusal(404, 'Not Found');
  return value;
}

/** The strings of a list, or undefined where there is none. */
export function strings(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => (typeof item === 'string' ? item : String(item?.name ?? item)));
}

export interface Page<T> {
  readonly items: T[];
  readonly total: number;
}

/**
 * The page that `page` and `per_page` (30 by default, 100 at most) ask for; sets the `Link` header
 * (https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api).
 */
export function page<T>(c: ApiContext, all: readonly T[]): Page<T> {
  const size = Math.min(100, positive(c.req.query('per_page'), 30));
  const number = positive(c.req.query('page'), 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const url = new URL(c.req.url);
    url.searchParams.set('page', String(to));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev')] : []),
    ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
    ...(number > 1 ? [link(1, 'first')] : []),
  ];
  if (links.length > 0) c.header('link', links.join(', '));
  return { items: all.slice((number - 1) * size, number * size), total: all.length };
}

function positive(text: string | undefined, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** Keeps what was updated at or after `since`, where the request asks for that. */
export function since<T extends { readonly updatedAt: string }>(
  c: ApiContext,
  all: readonly T[],
): T[] {
  const text = c.req.query('since');
  if (text === undefined) return [...all];
  const from = Date.parse(text);
  if (Number.isNaN(from)) throw new Refusal(422, 'Validation Failed');
  return all.filter((item) => Date.parse(item.updatedAt) >= from);
}
