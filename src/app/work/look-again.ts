import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { decide } from '../../core/run/decide.ts';
import type { Context } from '../context.ts';
import { observe } from '../observe.ts';
import { acknowledge } from '../show/acknowledge.ts';
import { flush, note, tipDigest } from '../task-log.ts';
import type { Pace } from './work-memory.ts';

/** Looks at the issue between two turns of the agent, so that stop, status and amendments do not wait for the end. */
export async function lookAgain(context: Context, pace: Pace): Promise<void> {
  const { ports, settings, request, log } = context;
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
