import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { compileClosed, resolve, type Schema } from './closed-schema.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Record<
    string,
    { content?: Record<string, { schema: Schema }>; $ref?: string }
  >;
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Schema>; responses: Record<string, Schema> };
}

const root = new URL('../../../../node_modules/@octokit/', import.meta.url);
const file = new URL('openapi/generated/api.github.com.json', root);
let loaded: Description | undefined;

/** GitHub's own description of its REST API, read when first needed: it has 13 MB. */
function description(): Description {
  loaded ??= JSON.parse(readFileSync(file, 'utf8')) as Description;
  return loaded;
}

const found = new Map<string, Operation | undefined>();
const compiled = new Map<string, ValidateFunction>();

/** The operation a request belongs to: of two paths that fit, the one with fewer parameters. */
export function operationOf(method: string, path: string): Operation | undefined {
  const key = `${method} ${path}`;
  if (!found.has(key)) found.set(key, findOperation(method, path));
  return found.get(key);
}

function findOperation(method: string, path: string): Operation | undefined {
  const fitting = Object.entries(description().paths)
    .filter(([template, methods]) => method.toLowerCase() in methods && fits(template, path))
    .sort(([a], [b]) => a.split('{').length - b.split('{').length || b.length - a.length);
  return fitting[0]?.[1][method.toLowerCase()];
}

function fits(template: string, path: string): boolean {
  const multi = /\{(path|ref|basehead)\}$/;
  const pattern = template
    .replace(multi, '\u0000')
    .replaceAll(/\{[^}]+\}/g, '[^/]+')
    .replace('\u0000', '.+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** What is wrong with an answer by GitHub's description; empty where nothing is. */
export function faultsOfAnswer(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string[] {
  const operation = operationOf(method, path);
  if (!operation) return [`GitHub describes no ${method} ${path}`];
  const key = `${operation.operationId} ${status}`;
  const answer = operation.responses[status];
  if (!answer) return [`${operation.operationId} is not described to answer ${status}`];
  const described = (answer.$ref ? resolve(description(), answer.$ref) : answer) as typeof answer;
  const schema = described.content?.['application/json']?.schema;
  if (!schema) return body === undefined ? [] : [`${key} should have no body`];
  let validate = compiled.get(key);
  if (!validate) {
    validate = compileClosed(description(), schema);
    compiled.set(key, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map((e) => `${key}: ${e.instancePath} ${e.message}`);
}
