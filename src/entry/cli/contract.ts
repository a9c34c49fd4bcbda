import { readFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { readContractYaml, renderContractYaml } from '../../core/render/contract-yaml.ts';
import { lintContract } from '../../core/rules/contract/lint-contract.ts';
import { Budgets, type Contract } from '../../core/schema/contract.ts';
import { EXIT } from './exit-codes.ts';
import { loadEntries } from './load-entries.ts';
import { print, printJson } from './print.ts';
import { printFindings } from './print-findings.ts';
import type { RepositoryOptions } from './repository-options.ts';

/** `contractor contract export`: a version of a task’s contract, from its ledger alone. */
export async function exportContract(
  text: string,
  options: RepositoryOptions & { contractVersion?: string },
): Promise<void> {
  const { entries } = await loadEntries(text, options);
  const versions = entries.flatMap(({ event }): Contract[] =>
    event.type === 'contract-drafted' || event.type === 'contract-amended' ? [event.contract] : [],
  );
  const wanted = options.contractVersion;
  const contract =
    wanted === undefined
      ? versions.at(-1)
      : versions.findLast(({ version }) => String(version) === wanted);
  if (!contract)
    throw new CatalogueError(
      'bad-input',
      versions.length === 0
        ? 'There is no contract yet.'
        : `There are versions 1 to ${versions.at(-1)?.version}.`,
    );
  print(renderContractYaml(contract).trimEnd());
}

/** What a contract that was written by hand leaves out; work would fill it in. */
const UNSAID = {
  requirementsRevision: {
    bodyHash: digestOf('unsaid'),
    lastCommentId: 0,
    setDigest: digestOf('unsaid'),
  },
  environment: { setup: [], lockfiles: [], variables: {} },
  budgets: Budgets.parse({}),
};

/** `contractor contract check`: whether a file is a contract, and what the lint says of it. */
export async function checkContract(
  file: string,
  options: { baseSha?: string; json?: boolean },
): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CatalogueError('bad-input', 'It cannot be read.', { cause, place: { file } });
  }
  const unsaid = { ...UNSAID, ...(options.baseSha ? { baseSha: options.baseSha } : {}) };
  const contract = readContractYaml(text, unsaid, file);
  const findings = lintContract(contract, { review: null });
  const contractHash = digestOf(contract);
  process.exitCode = findings.some(({ severity }) => severity !== 'hint') ? EXIT.gap : EXIT.ok;
  if (options.json) return printJson({ contract, contractHash, findings });
  printFindings(findings);
  const active = contract.acceptance.filter(({ status }) => status === 'active').length;
  print(`${contract.taskId} v${contract.version}: ${active} active criteria, hash ${contractHash}`);
}
