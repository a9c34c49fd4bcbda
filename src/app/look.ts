import { CatalogueError } from '../core/catalogue-error.ts';
import { configurationFor } from '../core/rules/configuration/contract-templates.ts';
import type { Command } from '../core/run/command.ts';
import { decide } from '../core/run/decide.ts';
import type { Report } from '../core/run/effect.ts';
import { judgeTrigger, type NothingToDo } from '../core/run/judge-trigger.ts';
import { next } from '../core/run/next.ts';
import type { TaskState } from '../core/run/state.ts';
import type { Outcome } from '../core/schema/handback.ts';
import type { Observation } from '../core/schema/observation.ts';
import type { Ports } from '../ports.ts';
import type { LookRequest } from './look-request.ts';
import { withMeteredModels } from './metered-models.ts';
import { giveHelp, giveNotice } from './notice.ts';
import { observe } from './observe.ts';
import { perform } from './perform.ts';
import type { Settings } from './settings.ts';
import { acknowledge } from './show/acknowledge.ts';
import { type Shown, showProgress } from './show/show-progress.ts';
import { flush, loadTaskLog, lostRace, note, type TaskLog, tipDigest } from './task-log.ts';

/** How a look ended. */
export interface LookResult {
  outcome: Outcome | 'settled' | 'nothing-to-do';
  reason: string;
  /** The code when there was nothing to do. */
  nothing: NothingToDo | null;
  state: TaskState;
}

/** A look in progress. Plain steps over it, so that a test can stop or kill one between any two. */
export interface Look {
  request: LookRequest;
  log: TaskLog | null;
  /** Claimed by this process; null before. */
  epoch: number | null;
  observation: Observation | null;
  report: Report | null;
  /** The comment as people see it. */
  shown: Shown | null;
  /** Turns in a row in which there was nothing to do and no end either. */
  idle: number;
  result: LookResult | null;
}

const MAXIMUM_IDLE_TURNS = 5;
const IDLE_MS = 500;

/** @public The exploration steps through a look by this and the two below. */
export function startLook(request: LookRequest): Look {
  return {
    request,
    log: null,
    epoch: null,
    observation: null,
    report: null,
    shown: null,
    idle: 0,
    result: null,
  };
}

/** Runs one look to its end: observe → decide → append → perform, until there is nothing left to do. */
export async function look(
  ports: Ports,
  settings: Settings,
  request: LookRequest,
): Promise<LookResult> {
  const current = startLook(request);
  const explain = async (error: CatalogueError) => {
    if (current.observation) await giveNotice(ports, settings, current.observation, error);
  };
  try {
    while (!current.result) {
      await observeAndDecide(current, ports, settings);
      if (!current.result) await performNext(current, ports, settings);
    }
  } catch (error) {
    if (error instanceof CatalogueError) await explain(error);
    throw error;
  }
  if (current.result.nothing === 'not-for-us' && current.observation)
    await giveHelp(ports, settings, current.observation, request.trigger);
  else if (current.result.nothing) await explain(new CatalogueError(current.result.nothing));
  return current.result;
}

/**
 * First half of a turn: reads the ledger (once) and GitHub, decides, and appends what was decided.
 * @public
 */
export async function observeAndDecide(
  look: Look,
  ports: Ports,
  settings: Settings,
): Promise<void> {
  look.log ??= await loadTaskLog(ports, look.request.issue, look.request.run);
  look.observation = await observe(ports, settings, look.request, look.log.state);
  const command: Command = {
    now: ports.clock.now().toISOString(),
    run: look.request.run,
    epoch: look.epoch,
    trigger: look.request.trigger,
    detail: look.request.detail,
    observation: look.observation,
    configuration: configurationFor(settings.configuration, look.observation.issue.labels),
    report: look.report,
    harnessVersion: settings.harnessVersion,
    ledgerTip: tipDigest(look.log),
  };
  const judgement = judgeTrigger(look.log.state, command);
  if (!judgement.go) {
    look.result = nothingToDo(look.log.state, judgement.reason);
    return;
  }
  try {
    const events = decide(look.log.state, command);
    note(ports, look.log, events);
    await flush(ports, look.log);
    await acknowledge(ports, events);
  } catch (error) {
    if (!lostRace(error)) throw error;
    look.log = null;
    return;
  }
  look.report = null;
  look.epoch = look.log.state.run?.epoch ?? look.epoch;
  await showComment(look, ports, settings);
  if (!look.log.state.run) look.result = ended(look.log.state);
}

/**
 * Second half of a turn: does the one thing that comes next and keeps what it found for the next decision.
 * @public
 */
export async function performNext(look: Look, ports: Ports, settings: Settings): Promise<void> {
  const { log, observation, request } = look;
  if (!log || !observation) return;
  const effect = next(log.state);
  if (effect.type === 'rest') return rest(look, ports);
  look.idle = 0;
  try {
    look.report = await perform(effect, {
      ports: withMeteredModels(ports, log),
      settings,
      request,
      log,
      observation,
      showProgress: () => showComment(look, ports, settings),
    });
    await flush(ports, log);
  } catch (error) {
    if (lostRace(error)) look.log = null;
    else look.report = failure(asCatalogueError(error, ports));
  }
}

async function showComment(look: Look, ports: Ports, settings: Settings): Promise<void> {
  const { log, request, observation } = look;
  if (!log || !observation) return;
  const shown = look.shown ?? seenComment(observation);
  look.shown = await showProgress(ports, settings, { issue: request.issue, log, shown });
}

/** GitHub may take a moment to show what was written. If it never does, the run ends and a later look continues. */
async function rest(look: Look, ports: Ports): Promise<void> {
  look.idle += 1;
  if (look.idle <= MAXIMUM_IDLE_TURNS) return ports.clock.wait(IDLE_MS * look.idle);
  look.report = failure(new CatalogueError('github-failed', 'What was written does not show.'));
}

function failure({ code, message, remedy, infrastructure }: CatalogueError): Report {
  return { type: 'failed', code, message, remedy, infrastructure };
}

/** A defect of ours ends the run like a failure of infrastructure, counted and told; the log has where it broke. */
function asCatalogueError(error: unknown, ports: Ports): CatalogueError {
  if (error instanceof CatalogueError) return error;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  ports.journal.note({ what: 'internal-error', message, stack });
  return new CatalogueError('internal-error', message, { cause: error });
}

function seenComment({ commentMarker }: Observation): Shown | null {
  return commentMarker && { digest: commentMarker.digest, at: 0, contractHash: null };
}

function nothingToDo(state: TaskState, code: NothingToDo): LookResult {
  const { message, remedy } = new CatalogueError(code);
  return { outcome: 'nothing-to-do', reason: `${message} ${remedy}`, nothing: code, state };
}

function ended(state: TaskState): LookResult {
  if (state.settled) return { outcome: 'settled', reason: state.settled, nothing: null, state };
  const { outcome, reason } = state.ended ?? { outcome: 'infra-failed' as const, reason: '' };
  return { outcome, reason, nothing: null, state };
}
