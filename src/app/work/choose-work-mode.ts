import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { chooseMode } from '../../core/rules/planning/mode/choose-mode.ts';
import { modeFactsOf } from '../../core/rules/planning/mode/mode-facts-of.ts';
import { labelledMode, settleMode } from '../../core/rules/planning/mode/settle-mode.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { PlanningMode } from '../../core/schema/mode-choice.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/**
 * Chooses how the contract is worked on and notes why (A9). Chosen once for each contract: only an amendment, a label or the
 * configuration changes it, for a change of mode changes the agent’s tools, and with them the cached prefix.
 */
export function chooseWorkMode(context: Context, contract: Contract): PlanningMode {
  const { ports, log, settings, observation } = context;
  const { state } = log;
  const { labels } = observation.issue;
  const { mode, planFirst, trigger } = configurationFor(settings.configuration, labels);
  const label = labelledMode(labels, trigger.label);
  const asked = label ?? mode;
  const contractHash = state.contractHash ?? '';
  if (state.mode?.contractHash === contractHash && state.mode.asked === asked)
    return state.mode.mode;
  const facts = modeFactsOf(contract, {
    turns: state.turns,
    handOver: (state.candidate?.takenOver.length ?? 0) > 0,
  });
  const choice = settleMode(
    chooseMode(facts, { command: false, label, configuration: mode, planFirst }),
    {
      noPlanner: 'the plan is made by the agent itself, as it works',
      planStands: state.plan !== null && state.plan.contractVersion === contract.version,
    },
  );
  note(ports, log, [{ type: 'mode-chosen', contractHash, choice: { ...choice, asked } }]);
  return choice.mode;
}
