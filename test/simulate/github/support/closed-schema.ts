import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

export type Schema = Record<string, unknown>;

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

/** What a local `$ref` of a document stands for. */
export function resolve(document: unknown, ref: string): unknown {
  const parts = ref.slice(2).split('/');
  return parts.reduce((at, part) => (at as Schema)[part.replace('~1', '/')], document);
}

/** Compiles one schema of a large OpenAPI document, with just the definitions that it reaches. */
export function compileClosed(document: unknown, schema: Schema): ValidateFunction {
  return ajv.compile(closed(document, schema));
}

/** OpenAPI 3.0's `nullable` is no JSON Schema: it becomes a choice between null and the rest. */
function closed(document: unknown, schema: Schema): Schema {
  const definitions: Record<string, Schema> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, nullable, discriminator, example, examples, ...rest } = node as Schema;
    if (typeof $ref === 'string') {
      const name = $ref.split('/').at(-1) ?? '';
      if (!(name in definitions)) {
        definitions[name] = {};
        definitions[name] = visit(resolve(document, $ref)) as Schema;
      }
      return { $ref: `#/definitions/${name}` };
    }
    const plain = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, visit(value)]),
    );
    return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain;
  };
  const root = visit(schema) as Schema;
  return { ...root, definitions };
}
