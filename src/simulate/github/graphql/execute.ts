import {
  buildSchema,
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  parse,
  execute as run,
  Source,
  validate,
} from 'graphql';
import { Refusal } from '../refusal.ts';
import { fieldsOf } from './fields.ts';
import { mutationRoot } from './mutations.ts';
import { queryRoot } from './queries.ts';
import type { GraphqlContext, Reference } from './reference.ts';

let built: Promise<GraphQLSchema> | undefined;

/** GitHub's own schema; read and built at the first query, since that takes a part of a second. */
function schema(): Promise<GraphQLSchema> {
  built ??= import('@octokit/graphql-schema').then(({ schema: github }) =>
    buildSchema(github.idl, { assumeValid: true, noLocation: true }),
  );
  return built;
}

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly Record<string, unknown>[];
}

/**
 * Runs one query or mutation against GitHub's schema. A query GitHub would refuse is refused; what
 * it would answer and we cannot is an error that says so, never a silent null.
 */
export async function execute(context: GraphqlContext, request: unknown): Promise<GraphqlAnswer> {
  const { query, variables, operationName } = (request ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string' || query === '') {
    return { errors: [{ message: 'A query attribute must be specified and must be a string.' }] };
  }
  let document: ReturnType<typeof parse>;
  try {
    document = parse(new Source(query));
  } catch (error) {
    return { errors: [shown(error as GraphQLError)] };
  }
  const github = await schema();
  const wrong = validate(github, document);
  if (wrong.length > 0) return { errors: wrong.map(shown) };
  const result: ExecutionResult = await run({
    schema: github,
    document,
    rootValue: { ...queryRoot(context), ...mutationRoot(context) },
    contextValue: context,
    variableValues: (variables ?? {}) as Record<string, unknown>,
    operationName: typeof operationName === 'string' ? operationName : null,
    fieldResolver: resolveField,
  });
  const { errors, data } = result;
  if (!errors) return { data };
  return { data, errors: errors.map(shown) };
}

const resolveField: GraphQLFieldResolver<unknown, GraphqlContext> = (
  source,
  args,
  context,
  info,
) => {
  const value = isReference(source)
    ? fieldsOf[source.__typename]?.[info.fieldName]?.(source.record as never, context, args)
    : defaultFieldResolver(source, args, context, info);
  if (value !== undefined) return value;
  const field = `${info.parentType.name}.${info.fieldName}`;
  throw new GraphQLError(`the embedded GitHub has no answer for ${field}`);
};

function isReference(source: unknown): source is Reference {
  return typeof source === 'object' && source !== null && 'record' in source;
}

/** GitHub puts a `type` beside the message; refusals carry it as NOT_FOUND, FORBIDDEN, … */
function shown(error: GraphQLError): Record<string, unknown> {
  const { message, path, locations, originalError } = error;
  const type = originalError instanceof Refusal ? refusalType(originalError) : undefined;
  const shared = { ...(path && { path }), ...(locations && { locations }), message };
  if (type) return { type, ...shared };
  const code = path ? undefined : { extensions: { code: 'undefinedField' } };
  return { ...shared, ...code };
}

function refusalType(refusal: Refusal): string {
  if (refusal.status === 404 || refusal.status === 410 || refusal.status === 301)
    return 'NOT_FOUND';
  if (refusal.status === 422) return 'UNPROCESSABLE';
  return 'FORBIDDEN';
}
