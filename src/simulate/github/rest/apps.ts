import { randomBytes } from 'node:crypto';
import { appPayload, installationPayload } from '../payload/app.ts';
import { repositoryPayload } from '../payload/repository.ts';
import type { Access, AppRecord, Permission, TokenPermissions } from '../records.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { type Api, type ApiContext, input, numberParam, page } from './context.ts';

/** What an app does with its JWT: find its installation and get a token for it. */
export function appRoutes(api: Api, world: World): void {
  api.get('/app', (c) => c.json({ ...appPayload(world, jwtApp(c)), installations_count: 1 }));
  api.get('/app/installations', (c) =>
    c.json(page(c, [jwtApp(c)]).items.map((app) => installationPayload(world, app))),
  );
  api.get('/app/installations/:id', (c) => c.json(installationPayload(world, installed(c))));
  api.get('/repos/:owner/:repo/installation', (c) => c.json(installationPayload(world, jwtApp(c))));
  api.post('/app/installations/:id/access_tokens', async (c) => {
    const app = installed(c);
    const { permissions } = await input(c);
    const grants = narrowed(app, permissions as TokenPermissions | undefined);
    const token = `ghs_${randomBytes(18).toString('hex')}`;
    world.tokens.set(token, { kind: 'installation', user: app.bot, app, grants });
    const expires = new Date(world.clock().getTime() + 3_600_000).toISOString();
    const expiresAt = expires.replace(/\.\d+Z$/, 'Z');
    const shown = { token, expires_at: expiresAt, permissions: grants };
    return c.json({ ...shown, repository_selection: 'selected' }, 201);
  });
  api.get('/installation/repositories', (c) => {
    if (c.get('actor').kind !== 'installation')
      throw new Refusal(
        403,
        'You must authenticate with an installation access token in order to list repositories for an installation.',
      );
    return c.json({ total_count: 1, repositories: [repositoryPayload(world)] });
  });
}

function jwtApp(c: ApiContext): AppRecord {
  const actor = c.get('actor');
  if (actor.kind === 'app') return actor.app;
  throw new Refusal(401, 'A JSON web token could not be decoded');
}

function installed(c: ApiContext): AppRecord {
  const app = jwtApp(c);
  if (app.installationId !== numberParam(c, 'id')) throw notFound();
  return app;
}

/** @throws Refusal 422 where more is asked for than the installation was given */
function narrowed(app: AppRecord, asked: TokenPermissions | undefined): TokenPermissions {
  if (!asked) return app.permissions;
  for (const [name, access] of Object.entries(asked) as [Permission, Access][]) {
    const given = app.permissions[name];
    if (given === undefined || (access === 'write' && given === 'read')) {
      throw new Refusal(422, 'The permissions requested are not granted to this installation.');
    }
  }
  return asked;
}
