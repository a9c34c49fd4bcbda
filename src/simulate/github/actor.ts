import type { AppRecord, TokenPermissions, UserRecord } from './records.ts';

/**
 * Who makes a request. An `installation` is an app's token for this repository, the workflow's own
 * GITHUB_TOKEN among them; an `app` is a JWT, which may only ask for installation tokens.
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'person'; readonly user: UserRecord; readonly grants?: TokenPermissions }
  | {
      readonly kind: 'installation';
      readonly user: UserRecord;
      readonly app: AppRecord;
      readonly grants: TokenPermissions;
    }
  | { readonly kind: 'app'; readonly app: AppRecord };

/** An actor in whose name something can be written. */
export type NamedActor = Extract<Actor, { user: UserRecord }>;

/** The app that a written text names as `performed_via_github_app`. */
export function actingApp(actor: NamedActor): AppRecord | undefined {
  return actor.kind === 'installation' ? actor.app : undefined;
}

/** The name a request log or a refused push shows. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'anonymous') return 'anonymous';
  return actor.kind === 'app' ? actor.app.slug : actor.user.login;
}
