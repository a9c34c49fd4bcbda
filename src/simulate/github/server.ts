import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Faults } from './faults.ts';
import { gitHttp } from './git/git-http.ts';
import { graphqlRoutes } from './graphql/graphql-routes.ts';
import { RateLimits, rateKey } from './rate-limits.ts';
import { notFound, Refusal } from './refusal.ts';
import type { LoggedRequest } from './request-log.ts';
import { authenticated, conditional, faulty, logged, thisRepository } from './rest/answering.ts';
import { appRoutes } from './rest/apps.ts';
import { checkRoutes } from './rest/checks.ts';
import { commentRoutes } from './rest/comments.ts';
import { contentRoutes } from './rest/contents.ts';
import type { Api, ApiEnv } from './rest/context.ts';
import { gitDataRoutes } from './rest/git-data.ts';
import { issueRoutes } from './rest/issues.ts';
import { pullRoutes } from './rest/pulls.ts';
import { repositoryRoutes } from './rest/repository.ts';
import { reviewRoutes } from './rest/reviews.ts';
import type { World } from './world.ts';

export interface ServerParts {
  readonly world: World;
  readonly faults: Faults;
  readonly log: LoggedRequest[];
  readonly rateLimit: number;
  /** The directory that holds `{owner}/{name}.git`. */
  readonly projectRoot: string;
}

/** All that answers on the origin: REST below `/api/v3`, `/api/graphql`, and git. */
export function createServer({ world, faults, log, rateLimit, projectRoot }: ServerParts): Api {
  const limits = new RateLimits(rateLimit, () => world.clock().getTime());
  const root = new Hono<ApiEnv>();
  root.use(logged(world, log), faulty(world, faults));
  root.use('/api/*', authenticated(world, limits), conditional);
  root.use('/api/v3/repos/:owner/:repo/*', thisRepository(world));
  root.use('/api/v3/repos/:owner/:repo', thisRepository(world));
  const api = new Hono<ApiEnv>();
  api.get('/meta', (c) => c.json({ verifiable_password_authentication: false }));
  api.get('/rate_limit', (c) => {
    const key = rateKey(world, c.get('actor'));
    const core = limits.state(key, 'core');
    const resources = {
      core,
      graphql: limits.state(key, 'graphql'),
      search: limits.state(key, 'search'),
    };
    return c.json({ resources, rate: core });
  });
  repositoryRoutes(api, world);
  commentRoutes(api, world);
  issueRoutes(api, world);
  reviewRoutes(api, world);
  pullRoutes(api, world);
  checkRoutes(api, world);
  gitDataRoutes(api, world);
  contentRoutes(api, world);
  appRoutes(api, world);
  root.route('/api/v3', api);
  graphqlRoutes(root, world, limits);
  const gitPaths = 'info/refs|git-upload-pack|git-receive-pack';
  root.all(`/:owner/:repo/:rest{${gitPaths}}`, (c) => gitHttp(world, projectRoot, c));
  root.notFound((c) => c.json(notFound().body, 404));
  root.onError((error, c) => {
    if (!(error instanceof Refusal))
      return c.json({ message: `Server Error: ${error.stack}` }, 500);
    if (error.location) c.header('location', error.location);
    return c.json(error.body, error.status as ContentfulStatusCode);
  });
  return root;
}
