import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Delivery } from '../../../../src/simulate/github/webhooks.ts';
import { compileClosed, resolve, type Schema } from './closed-schema.ts';

type Payload = Pick<Delivery, 'event' | 'payload'>;

const root = new URL('../../../../node_modules/@octokit/', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Schema;
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
let strictNames: Set<string> | undefined;
let description: Schema | undefined;
const compiled = new Map<string, ValidateFunction>();

/** The name the schemas have for what was delivered: `issues$labeled`, `push$event`. */
export function webhookName({ event, payload }: Payload): string {
  return `${event}$${payload.action ?? 'event'}`;
}

/**
 * What is wrong with a payload by the schemas that were made from real deliveries, which allow no
 * property they do not name. They know `member` in an old form, and `sub_issues` not at all: GitHub's
 * own description judges those.
 */
export function faultsOfPayload(delivery: Payload): string[] {
  const name = webhookName(delivery);
  if (['member', 'sub_issues'].includes(delivery.event)) return faultsByDescription(name, delivery);
  if (!strictNames) {
    const schemas = read('webhooks-schemas/schema.json');
    ajv.addSchema(schemas, 'webhooks');
    strictNames = new Set(Object.keys(schemas.definitions as Schema));
  }
  if (!strictNames.has(name)) return [`there is no schema for ${name}`];
  return faults(name, ajv.getSchema(`webhooks#/definitions/${name}`), delivery.payload);
}

function faultsByDescription(name: string, { payload }: Payload): string[] {
  description ??= read('openapi-webhooks/generated/api.github.com.json');
  const webhook = name.replace('$event', '').replaceAll(/[$_]/g, '-');
  const schema = `#/webhooks/${webhook}/post/requestBody/content/application~1json/schema`;
  let validate = compiled.get(name);
  if (!validate) {
    const known = (description.webhooks as Schema)[webhook];
    if (!known) return [`GitHub describes no webhook ${webhook}`];
    validate = compileClosed(description, resolve(description, schema) as Schema);
    compiled.set(name, validate);
  }
  return faults(name, validate, payload);
}

function faults(name: string, validate: ValidateFunction | undefined, payload: unknown): string[] {
  if (!validate || validate(payload)) return [];
  const errors = validate.errors ?? [];
  return errors.map((e) => `${name}: ${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}
