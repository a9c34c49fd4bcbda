/** One request, as it was answered. A status of 0 means it got no answer. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The name of the GraphQL operation. */
  readonly operation?: string;
  readonly status: number;
  readonly actor: string;
  readonly at: string;
}
