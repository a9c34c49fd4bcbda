import { draft } from '../../app/effects/draft.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { renderContractOverview } from '../../core/render/contract-yaml.ts';
import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { approvalNeeded, lintContract } from '../../core/rules/contract/lint-contract.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import { EXIT } from './exit-codes.ts';
import { contextFromFile, contextFromGitHub } from './issue-context.ts';
import { planFor } from './plan-for.ts';
import { print, printJson } from './print.ts';
import { printFindings } from './print-findings.ts';
import { parseTarget, type RepositoryOptions } from './repository-options.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** `contractor preview`: the first contract of an issue and what the lint says of it. Writes nothing anywhere but here. */
export async function preview(
  text: string,
  options: RepositoryOptions & { repository: string; json?: boolean; plan?: boolean },
): Promise<void> {
  const target = parseTarget(text);
  await using own = temporaryDirectory();
  const context = target
    ? await contextFromGitHub(target, options, own.path)
    : await contextFromFile(text, options.repository, own.path, options.plan);
  const report = await draft({ type: 'draft' }, context);
  if (report.type !== 'drafted') throw new CatalogueError('bad-input', 'It gives no contract.');
  const { contract, drafter, notes } = report;
  const { configuration } = context.settings;
  const findings = lintContract(contract, configuration.models);
  const { labels } = context.observation.issue;
  const asks = approvalNeeded(contract, findings, configurationFor(configuration, labels));
  process.exitCode = asks.length === 0 ? EXIT.ok : EXIT.gap;
  const plan = options.plan ? await planFor(context, contract) : null;
  if (options.json)
    return printJson({
      contract,
      drafter,
      notes,
      findings,
      asks,
      ...(plan && { plan: plan.plan }),
    });
  print(renderContractOverview(contract));
  for (const note of notes) print(`note: ${logWords(note, 500)}`);
  printFindings(findings);
  if (plan) print(`\n${plan.text}\n`);
  print(
    asks.length === 0
      ? `Drafted by ${drafter}. Work could begin without a person’s answer.`
      : `Drafted by ${drafter}. A person would be asked to approve or amend it first.`,
  );
}
