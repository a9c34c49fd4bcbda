import { Refusal } from '../refusal.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly totalCount: number;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/**
 * A page of a list, as cursors ask for it.
 * @throws Refusal where `first` and `last` are missing, or ask for more than 100
 *   (https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api)
 */
export function connection<R, T>(
  name: string,
  all: readonly R[],
  { first, last, after, before }: PageArguments,
  shown: (record: R) => T,
): Connection<T> {
  checkLimits(name, first, last);
  const from = after ? fromCursor(after) + 1 : 0;
  const to = before ? fromCursor(before) : all.length;
  let start = from;
  let end = to;
  if (typeof first === 'number') end = Math.min(end, start + first);
  if (typeof last === 'number') start = Math.max(start, end - last);
  const edges = all.slice(start, end).map((record, i) => ({
    cursor: cursor(start + i),
    node: shown(record),
  }));
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    totalCount: all.length,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function checkLimits(name: string, first?: number | null, last?: number | null): void {
  const size = first ?? last;
  if (size === undefined || size === null) {
    throw new Refusal(
      422,
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  }
  if (size > 100) {
    throw new Refusal(
      422,
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
    );
  }
}

function cursor(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString('base64');
}

function fromCursor(text: string): number {
  const match = /^cursor:v2:(\d+)$/.exec(Buffer.from(text, 'base64').toString());
  if (!match) throw new Refusal(422, `\`${text}\` does not appear to be a valid cursor.`);
  return Number(match[1]);
}
