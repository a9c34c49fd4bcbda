import type { NamedActor } from '../actor.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { World } from '../world.ts';

export interface GraphqlContext {
  readonly world: World;
  readonly actor: NamedActor;
  readonly limits: RateLimits;
}

/** An object of GitHub's schema that stands for a record of ours; its fields are looked up by type. */
export interface Reference {
  readonly __typename: string;
  readonly record: unknown;
}

export function reference(type: string, record: unknown): Reference {
  return { __typename: type, record };
}

/** How the fields of one type are read from its record. Plain values need no function. */
export type Fields<R> = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: the schema has checked each field's arguments
  Record<string, (record: R, context: GraphqlContext, args: any) => unknown>
>;
