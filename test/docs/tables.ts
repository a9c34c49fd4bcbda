import { z } from 'zod';
import { COMMAND_HELP } from '../../src/core/render/command-help.ts';
import { LINT_RULES } from '../../src/core/rules/contract/lint-contract-finding.ts';
import { AUTHORITY, atLeast, COMMAND_VERB } from '../../src/core/rules/request/authority.ts';
import { Role, Verb } from '../../src/core/schema/actor.ts';
import { Configuration } from '../../src/core/schema/configuration.ts';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | false;
}

/** One line a verb, one column a role, from the very table and function that decide. */
export function authorityRows(): string[][] {
  const yes = (holds: boolean) => (holds ? 'yes' : '–');
  return Verb.options.map((verb) => {
    const { least, author, usedBy } = AUTHORITY[verb];
    const roles = Role.options.map((role) => yes(atLeast(role, least)));
    return [verb, ...roles, yes(author), yes(atLeast('write', least)), usedBy];
  });
}

/** Every command with what it does, and the verb its author needs. */
export function commandRows(): string[][] {
  return Object.entries(COMMAND_HELP).map(([name, { form, does }]) => [
    `\`${form}\``,
    does,
    COMMAND_VERB[name as keyof typeof COMMAND_HELP],
  ]);
}

/** Every rule of the lint: what it says, and how much it can weigh. */
export function lintRows(): string[][] {
  return Object.entries(LINT_RULES).map(([rule, { says, weights }]) => [
    `\`${rule}\``,
    says,
    weights.join(', '),
  ]);
}

/** Key, values and default of every setting, in the schema’s order. */
export function configurationRows(): string[][] {
  return leaves(z.toJSONSchema(Configuration, { io: 'input' }) as JsonSchema, [], defaults());
}

function defaults(): unknown {
  return Configuration.parse({});
}

function leaves(schema: JsonSchema, path: string[], value: unknown): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const own = (value as Record<string, unknown> | undefined)?.[key];
    return inner.properties
      ? leaves(inner, [...path, key], own)
      : [[`\`${[...path, key].join('.')}\``, values(inner), `\`${JSON.stringify(own)}\``]];
  });
}

function values(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((each) => `\`${each}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(values).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${plural(values(schema.items ?? {}))}`;
  if (schema.type === 'object' && schema.additionalProperties)
    return `map of names to ${plural(values(schema.additionalProperties))}`;
  return schema.type ?? 'any';
}

const plural = (word: string): string =>
  word.startsWith('list of') ? word.replace('list', 'lists') : `${word}s`;

/** The cells of the Markdown table between `<!-- table: name -->` and `<!-- /table -->`, without its head. */
export function tableIn(page: string, name: string): string[][] {
  const section = page.split(`<!-- table: ${name} -->\n`)[1]?.split('<!-- /table -->')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
