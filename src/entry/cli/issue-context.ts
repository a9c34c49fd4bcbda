import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Context } from '../../app/context.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { composeRepository } from '../compose.ts';
import { composeLocal } from '../compose-local.ts';
import { taskContext } from '../task-context.ts';
import { type RepositoryOptions, repositoryInput, type Target } from './repository-options.ts';

/** An issue as a file: the title on its first line, then the body. */
export interface IssueFile {
  title: string;
  body: string;
  /** The file as it stands, to name a line in it. */
  lines: string[];
}

/** The request as it stands on GitHub, and the repository’s base. @throws CatalogueError for a pull request, or no text */
export async function contextFromGitHub(
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

/** The request from a file, and a clone on this machine as its repository. */
export async function contextFromFile(
  file: string,
  directory: string,
  stateDirectory: string,
  plans = false,
): Promise<Context> {
  const request = await readIssueFile(file);
  const { env: environment } = process;
  return composeLocal({
    directory,
    stateDirectory,
    environment,
    sandboxLevel: 'S0',
    request,
    plans,
  });
}

/** @throws CatalogueError `bad-input` when it is no readable file, `empty-issue` without a body */
export async function readIssueFile(file: string): Promise<IssueFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CatalogueError('bad-input', 'It is neither owner/repository#number nor a file.', {
      cause,
      place: { file },
    });
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const { title, from } = frontMatter(lines);
  const [first = '', ...rest] = title === null ? lines.slice(from) : [title, ...lines.slice(from)];
  const request = {
    title: first.replace(/^#+\s*/, '').trim(),
    body: rest.join('\n').trim(),
    lines,
  };
  if (request.body === '') throw new CatalogueError('empty-issue', '', { place: { file } });
  return request;
}

/** An issue that another tool wrote into a file may begin with YAML between two rules: its title counts, the rest is about it. */
function frontMatter(lines: readonly string[]): { title: string | null; from: number } {
  const end =
    lines[0]?.trimEnd() === '---' ? lines.findIndex((l, n) => n > 0 && /^---\s*$/.test(l)) : -1;
  if (end === -1) return { title: null, from: 0 };
  const text = lines.slice(end + 1).findIndex((line) => line.trim() !== '');
  const from = end + 1 + Math.max(0, text);
  try {
    const read: unknown = parse(lines.slice(1, end).join('\n'), { maxAliasCount: 0 });
    const title = (read as { title?: unknown } | null)?.title;
    return { title: typeof title === 'string' && title.trim() !== '' ? title : null, from };
  } catch {
    return { title: null, from };
  }
}
