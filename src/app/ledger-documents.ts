import { renderContractYaml } from '../core/render/contract-yaml.ts';
import { buildCompletionFile, completionFileText } from '../core/rules/evidence/completion-file.ts';
import type { TaskState } from '../core/run/state.ts';
import type { Contract } from '../core/schema/contract.ts';
import type { LedgerDocuments } from '../ports.ts';

/** What each ledger commit carries besides the events: enough to read a task’s history with git alone. */
export function ledgerDocuments(state: TaskState): LedgerDocuments {
  const { contract, plan, publish } = state;
  const documents: LedgerDocuments = {};
  if (contract) documents['contract.yaml'] = contractYaml(contract);
  if (plan) documents['plan.json'] = `${JSON.stringify(plan, null, 2)}\n`;
  if (contract && publish.record)
    documents['completion.json'] = completionFileText(
      buildCompletionFile(publish.record.statement, contract),
    );
  return documents;
}

/** Contracts are immutable and every append carries the one in force: each is rendered once. */
const rendered = new WeakMap<Contract, string>();

function contractYaml(contract: Contract): string {
  const text = rendered.get(contract) ?? renderContractYaml(contract);
  rendered.set(contract, text);
  return text;
}
