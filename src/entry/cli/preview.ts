import { readFile } from 'node:fs/promises';
import type { Context } from '../../app/context.ts';
import { draft } from '../../app/effects/draft.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { renderContractYaml } from '../../core/render/contract-yaml.ts';
import { approvalNeeded, lintContract } from '../../core/rules/lint-contract.ts';
import { logWords } from '../../core/rules/neutralise.ts';
import { composeRepository } from '../compose.ts';
import { composeLocal } from '../compose-local.ts';
import { taskContext } from '../task-context.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';
import {
  parseTarget,
  type RepositoryOptions,
  repositoryInput,
  type Target,
} from './repository-options.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** `contractor preview`: the first contract of an issue and what the lint says of it. Writes nothing anywhere but here. */
export async function preview(
  text: string,
  options: RepositoryOptions & { repository: string; json?: boolean },
): Promise<void> {
  const target = parseTarget(text);
  await using own = await temporaryDirectory();
  const context = target
    ? await fromGitHub(target, options, own.path)
    : await fromFile(text, options.repository, own.path);
  const report = await draft({ type: 'draft' }, context);
  if (report.type !== 'drafted') throw new CatalogueError('bad-input', 'It gives no contract.');
  const { contract, drafter, notes } = report;
  const findings = lintContract(contract);
  const asks = approvalNeeded(contract, findings, context.settings.configuration);
  process.exitCode = asks.length === 0 ? EXIT.ok : EXIT.gap;
  if (options.json) return printJson({ contract, drafter, notes, findings, asks });
  print(renderContractYaml(contract));
  for (const note of notes) print(`note: ${logWords(note, 500)}`);
  for (const { severity, place, message, mend } of findings)
    print(`${severity}: ${place}: ${logWords(message, 500)} ${logWords(mend, 300)}`);
  print(
    asks.length === 0
      ? `Drafted by ${drafter}. Work could begin without a person’s answer.`
      : `Drafted by ${drafter}. A person would be asked to approve or amend it first.`,
  );
}

async function fromGitHub(
  target: Target,
  options: RepositoryOptions,
  stateDirectory: string,
): Promise<Context> {
  const { ports, settings } = await composeRepository({
    ...repositoryInput(target, options),
    stateDirectory,
  });
  const { issue } = target;
  const observation = await ports.tracker.observe(issue, {
    baseBranch: settings.configuration.branches.base,
    branch: `${settings.configuration.branches.prefix}issue-${issue}`,
    marker: '<!-- none -->',
  });
  if (observation.issue.kind !== 'issue') throw new CatalogueError('is-pull-request');
  if (observation.issue.text.body.trim() === '') throw new CatalogueError('empty-issue');
  return taskContext({ ports, settings }, observation, 'preview');
}

async function fromFile(file: string, directory: string, stateDirectory: string): Promise<Context> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CatalogueError('bad-input', 'It is neither owner/repository#number nor a file.', {
      cause,
      place: { file },
    });
  }
  const [first = '', ...rest] = text.split('\n');
  const request = { title: first.replace(/^#+\s*/, '').trim(), body: rest.join('\n').trim() };
  if (request.body === '') throw new CatalogueError('empty-issue', '', { place: { file } });
  const { env: environment } = process;
  return composeLocal({ directory, stateDirectory, environment, sandboxLevel: 'S0', request });
}
