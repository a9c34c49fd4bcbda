import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { chooseMode } from '../../core/rules/planning/mode/choose-mode.ts';
import { modeFactsOf } from '../../core/rules/planning/mode/mode-facts-of.ts';
import { labelledMode, settleMode } from '../../core/rules/planning/mode/settle-mode.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { ModeChoice, PlanningMode } from '../../core/schema/mode-choice.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/** How the contract is worked on. */
export interface ChosenMode {
  mode: PlanningMode;
  /** A person named it. */
  forced: boolean;
  /** What was asked of the planner besides the contract. */
  task: string | null;
  agent: 'agent' | 'coder';
}

/**
 * Chooses how the contract is worked on and notes why (A9). Chosen once for each contract: only an amendment, a label or the
 * configuration changes it, for a change of mode changes the agent’s tools, and with them the cached prefix.
 */
export function chooseWorkMode(context: Context, contract: Contract): ChosenMode {
  const { ports, log, settings, observation } = context;
  const { state } = log;
  const { labels } = observation.issue;
  const { mode, planFirst, trigger } = configurationFor(settings.configuration, labels);
  const label = labelledMode(labels, trigger.label);
  const { armed } = state;
  const contractHash = state.contractHash ?? '';
  const byCommand = state.mode?.contractHash === contractHash && state.mode.asked === 'command';
  const asked = armed || byCommand ? 'command' : (label ?? mode);
  const chosen = (choice: ModeChoice): ChosenMode => ({
    mode: choice.mode,
    forced: asked === choice.mode,
    task: armed?.task ?? null,
    agent: armed?.agent ?? 'agent',
  });
  if (state.mode?.contractHash === contractHash && state.mode.asked === asked && !armed)
    return chosen(state.mode);
  // A plan of the planner is gone on with by its own strategy.
  const byPlanner = state.planned?.contractHash === contractHash || armed !== null;
  const facts = modeFactsOf(contract, {
    turns: state.turns,
    handOver: (state.candidate?.takenOver.length ?? 0) > 0,
  });
  const choice = settleMode(
    chooseMode(facts, { command: armed !== null, label, configuration: mode, planFirst }),
    {
      noPlanner: ports.models.plan === null ? 'no model can be asked for a plan' : null,
      planStands:
        !byPlanner && state.plan !== null && state.plan.contractVersion === contract.version,
    },
  );
  note(ports, log, [{ type: 'mode-chosen', contractHash, choice: { ...choice, asked } }]);
  return chosen({ ...choice, asked });
}
