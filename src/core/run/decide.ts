import type { Event } from '../schema/event.ts';
import { advance } from './advance.ts';
import type { Command } from './command.ts';
import { evolve } from './evolve.ts';
import { judgeTrigger } from './judge-trigger.ts';
import { reconcile } from './reconcile.ts';
import { recordReport } from './record-report.ts';
import type { TaskState } from './state.ts';

/**
 * What has happened, given what was known: first the last effect’s result, then what changed on GitHub, then what
 * follows from both. Pure; the caller appends the events and asks next() what to do. An empty answer without a run
 * means there is nothing to do (judgeTrigger says why).
 */
export function decide(state: TaskState, command: Command): Event[] {
  const claim = judgeTrigger(state, command);
  if (!claim.go) return [];
  const log = new Decisions(state, command);
  if (claim.event) log.add([claim.event]);
  if (command.report) log.add(recordReport(log.state, command.report));
  log.add(reconcile(log.state, command));
  log.add(advance(log.state, command));
  return log.events;
}

/** The events decided so far and the state they lead to. */
class Decisions {
  readonly events: Event[] = [];
  state: TaskState;
  readonly #entry: { run: string; at: string };

  constructor(state: TaskState, command: Command) {
    this.state = state;
    this.#entry = { run: command.run, at: command.now };
  }

  add(events: readonly Event[]): void {
    for (const event of events) {
      this.events.push(event);
      this.state = evolve(this.state, event, this.#entry);
    }
  }
}
