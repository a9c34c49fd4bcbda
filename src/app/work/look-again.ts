import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { decide } from '../../core/run/decide.ts';
import type { Context } from '../context.ts';
import { observe } from '../observe.ts';
import { acknowledge } from '../show/acknowledge.ts';
import { flush, note, tipDigest } from '../task-log.ts';
import { turnstile } from '../turnstile.ts';
import type { Pace } from './work-memory.ts';

/** Looks at the issue between two turns of the agent, so that stop, status and amendments do not wait for the end. */
export function lookAgain(context: Context, pace: Pace): Promise<void> {
  return looking(context.log, () => lookOnce(context, pace));
}

/**
 * Nodes of a graph look at once: each look is judged before the next one is made. An older one judged later would take a
 * comment that came in between for a deleted one.
 */
const looking = turnstile();

async function lookOnce(context: Context, pace: Pace): Promise<void> {
  const { ports, settings, request, log } = context;
  // Another node heard the end of this run: to decide once more would begin a new one, with nobody to work on it.
  if (log.state.run?.id !== request.run) return;
  const now = ports.clock.now();
  if (now.getTime() - pace.lastLookAt < settings.pollMs) return;
  pace.lastLookAt = now.getTime();
  const observation = await observe(ports, settings, request, log.state);
  const events = decide(log.state, {
    now: now.toISOString(),
    run: request.run,
    epoch: log.state.run?.epoch ?? null,
    trigger: request.trigger,
    detail: request.detail,
    observation,
    configuration: configurationFor(settings.configuration, observation.issue.labels),
    report: null,
    harnessVersion: settings.harnessVersion,
    ledgerTip: tipDigest(log),
  });
  note(ports, log, events);
  await flush(ports, log);
  await acknowledge(ports, events);
  await context.showProgress();
}
