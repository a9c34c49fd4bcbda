import type { Context } from '../app/context.ts';
import { takeSnapshot } from '../core/rules/request/snapshot.ts';
import { initialState } from '../core/run/state.ts';
import type { Observation } from '../core/schema/observation.ts';

/** What one step of the product needs, outside of a look: the request as it was just seen, and an empty ledger. */
export function taskContext(
  { ports, settings }: Pick<Context, 'ports' | 'settings'>,
  observation: Observation,
  run: string,
): Context {
  const issue = observation.issue.number;
  const snapshot = takeSnapshot(observation, {
    ownComments: [],
    adopted: 'title-and-body',
    allow: settings.configuration.allow,
  });
  const trigger = { kind: 'console' as const, sender: null, source: null, at: observation.at };
  const state = { ...initialState(), snapshot };
  return {
    ports,
    settings,
    request: { issue, run, trigger, detail: {} },
    log: { issue, run, state, tip: null, last: null, unpushed: [] },
    observation,
    showProgress: async () => {},
  };
}
