import { access } from 'node:fs/promises';
import type { Context } from '../../app/context.ts';
import { draft } from '../../app/effects/draft.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { parseConfiguration } from '../../core/rules/configuration/configuration.ts';
import { assembleContract } from '../../core/rules/contract/assemble-contract.ts';
import { lintContract } from '../../core/rules/contract/lint-contract.ts';
import type { LintFinding } from '../../core/rules/contract/lint-contract-finding.ts';
import { draftContract } from '../../core/rules/drafting/draft-contract.ts';
import { takeSnapshot } from '../../core/rules/request/snapshot.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import type { Configuration } from '../../core/schema/configuration.ts';
import type { Contract } from '../../core/schema/contract.ts';
import { localObservation } from '../compose-local.ts';
import { EXIT } from './exit-codes.ts';
import {
  contextFromFile,
  contextFromGitHub,
  type IssueFile,
  readIssueFile,
} from './issue-context.ts';
import { print, printJson } from './print.ts';
import { printFindings } from './print-findings.ts';
import { parseTarget, type RepositoryOptions } from './repository-options.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** What the lint says of one issue. */
interface Linted {
  contract: Contract;
  notes: string[];
  /** Of the repository’s configuration: a reviewer notices more. */
  models: Pick<Configuration['models'], 'review'>;
  /** The issue’s lines as its file has them, to name the line of a criterion. */
  lines: string[];
}

/** `contractor lint`: what an issue lacks before work can begin, told by rules alone. Runs and writes nothing. */
export async function lint(
  text: string,
  options: RepositoryOptions & { repository?: string; json?: boolean },
): Promise<void> {
  const target = parseTarget(text);
  await using own = temporaryDirectory();
  const { contract, notes, lines, models } = target
    ? await lintContext(await contextFromGitHub(target, options, own.path))
    : await lintFile(text, options.repository, own.path);
  const findings = lintContract(contract, models).map((finding) => ({
    ...finding,
    line: lineOf(finding, contract, lines),
  }));
  const open = findings.some((finding) => finding.severity !== 'hint');
  process.exitCode = open ? EXIT.gap : EXIT.ok;
  if (options.json) {
    printJson({ findings, notes });
    return;
  }
  printFindings(findings, ({ line }) => (line === null ? text : `${text}:${line}`));
  for (const note of notes) print(`note: ${logWords(note, 500)}`);
  const criteria = contract.acceptance.filter((criterion) => !criterion.guard).length;
  print(`${criteria} criteria, ${findings.length} findings.`);
}

async function lintContext(context: Context): Promise<Linted> {
  const ports = { ...context.ports, models: { ...context.ports.models, draft: null } };
  const report = await draft({ type: 'draft' }, { ...context, ports });
  if (report.type !== 'drafted') throw new CatalogueError('bad-input', 'It gives no contract.');
  const { title, text } = context.observation.issue;
  const lines = [title, ...text.body.split(/\r?\n/)];
  const { models } = context.settings.configuration;
  return { contract: report.contract, notes: report.notes, models, lines };
}

/** A file needs no repository; where one is named, or is here, its checks count. */
async function lintFile(
  file: string,
  directory: string | undefined,
  stateDirectory: string,
): Promise<Linted> {
  const request = await readIssueFile(file);
  const isHere = await access('.git').then(
    () => true,
    () => false,
  );
  const repository = directory ?? (isHere ? '.' : undefined);
  if (repository === undefined) return lintAlone(request);
  const linted = await lintContext(await contextFromFile(file, repository, stateDirectory));
  return { ...linted, lines: request.lines };
}

/** Without a repository no command is known that could check anything: a reviewer is all there is. */
function lintAlone(request: IssueFile): Linted {
  const snapshot = takeSnapshot(localObservation(request, 'main'), {
    ownComments: [],
    adopted: 'title-and-body',
    allow: [],
  });
  const configuration = parseConfiguration(null, '.github/contractor.yml');
  const drafted = draftContract(snapshot, []);
  const { contract, notes } = assembleContract({
    draft: drafted.draft,
    drafter: 'rules',
    snapshot,
    taskId: 'local/repository#1',
    baseSha: '0'.repeat(40),
    integrationTarget: 'main',
    environment: { setup: [], lockfiles: [], variables: {} },
    guardChecks: [],
    configuration,
  });
  const { models } = configuration;
  return { contract, notes: [...drafted.notes, ...notes], models, lines: request.lines };
}

/** Where the first criterion that a finding is about stands, counted from the title as the first; null when nowhere. */
function lineOf(finding: LintFinding, contract: Contract, lines: readonly string[]): number | null {
  const id = /AC-\d+/.exec(finding.place)?.[0];
  const quote = contract.acceptance.find((criterion) => criterion.id === id)?.source?.text;
  const first = quote?.split('\n')[0]?.trim();
  if (!first) return null;
  const at = lines.findIndex((line) => line.includes(first));
  return at === -1 ? null : at + 1;
}
