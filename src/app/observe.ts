import type { TaskState } from '../core/run/state.ts';
import type { Actor } from '../core/schema/actor.ts';
import type { Observation } from '../core/schema/observation.ts';
import type { Ports } from '../ports.ts';
import type { LookRequest } from './look-request.ts';
import { branchOf, type Settings } from './settings.ts';
import { markerOf } from './show/marker-of.ts';

/** One look at GitHub, with the roles of everyone whose right may matter now. */
export function observe(
  ports: Ports,
  settings: Settings,
  request: LookRequest,
  state: TaskState,
): Promise<Observation> {
  const ask = [request.trigger.sender, state.run?.by, state.owner].filter(
    (actor): actor is Actor => actor !== null && actor !== undefined,
  );
  return ports.tracker.observe(request.issue, {
    baseBranch: settings.configuration.branches.base,
    branch: branchOf(settings, request.issue),
    marker: markerOf(settings, request.issue),
    ask,
  });
}
