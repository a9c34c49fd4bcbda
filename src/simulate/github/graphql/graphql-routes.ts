import type { RateLimits } from '../rate-limits.ts';
import { Refusal } from '../refusal.ts';
import type { Api } from '../rest/context.ts';
import type { World } from '../world.ts';
import { execute } from './execute.ts';

/** `POST /api/graphql`; like GitHub's it answers nobody who has not signed in. */
export function graphqlRoutes(root: Api, world: World, limits: RateLimits): void {
  root.post('/api/graphql', async (c) => {
    const actor = c.get('actor');
    if (actor.kind === 'anonymous') {
      throw new Refusal(401, 'This endpoint requires you to be authenticated.');
    }
    if (actor.kind === 'app') throw new Refusal(401, 'Bad credentials');
    const request = await c.req.json().catch(() => {
      throw new Refusal(400, 'Problems parsing JSON');
    });
    return c.json(await execute({ world, actor, limits }, request));
  });
}
