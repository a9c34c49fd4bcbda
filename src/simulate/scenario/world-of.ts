import { dirname, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { parseConfiguration } from '../../core/rules/configuration/configuration.ts';
import type { EmbeddedGitHub } from '../github/embedded-github.ts';
import type { EmbeddedGitHubSeed } from '../github/seed.ts';
import type { Action, ScenarioFiles } from './action.ts';
import type { Scenario } from './scenario.ts';

const CONFIGURATION_FILE = '.github/contractor.yml';

export interface WorldOptions {
  /** The scenario’s file: the path of its repository is relative to it. */
  file: string | null;
  /** Where the scripted model listens. */
  modelUrl: string | null;
  now: () => Date;
}

/** Ids of the people, so that a dispatch can name its sender. */
const FIRST_PERSON_ID = 1001;

/** How the embedded GitHub of a scenario begins. */
export function seedOf(
  scenario: Scenario,
  { file, modelUrl, now }: WorldOptions,
): EmbeddedGitHubSeed {
  const { owner, name, path, files, defaultBranch } = repositoryOf(scenario);
  const { issue } = scenario;
  const configuration = configurationFile(scenario, modelUrl);
  return {
    repository: { owner, name, defaultBranch },
    ...(files ? { files: fileChanges({ ...configuration, ...files }) } : {}),
    ...(path === undefined ? {} : { from: resolve(file === null ? '.' : dirname(file), path) }),
    people: scenario.people.map(({ login, role, type }, n) => ({
      login,
      id: FIRST_PERSON_ID + n,
      type,
      permission: role,
    })),
    labels: [...new Set([scenario.trigger.label, ...issue.labels])],
    issues: [
      {
        title: issue.title,
        body: bodyOf(issue),
        author: issue.author,
        labels: issue.labels,
        comments: issue.comments.map(({ by, body }) => ({ author: by, body })),
      },
    ],
    now,
  };
}

/** Puts the configuration into a repository that was given by its path; before anyone listens. */
export async function commitConfiguration(
  github: EmbeddedGitHub,
  scenario: Scenario,
  modelUrl: string | null,
): Promise<void> {
  const { path, defaultBranch } = repositoryOf(scenario);
  const files = configurationFile(scenario, modelUrl);
  if (path === undefined || Object.keys(files).length === 0) return;
  const writer = scenario.people.find(({ role }) => ['write', 'maintain', 'admin'].includes(role));
  if (!writer) throw new CatalogueError('bad-scenario', 'Nobody among the people may write.');
  await github.as(writer.login).pushFiles(defaultBranch, files, 'Configure Contractor');
}

/** The act that starts the task. */
export function triggerAction({ trigger }: Scenario): Action {
  const { kind, by, label, assignee, body } = trigger;
  switch (kind) {
    case 'labeled':
      return { label: { by, name: label } };
    case 'assigned':
      return { assign: { by, to: assignee ?? by } };
    case 'comment':
      return { comment: { by, body, on: 'issue' } };
    case 'dispatch':
      return { dispatch: { by } };
  }
}

export function personId({ people }: Scenario, login: string): number {
  return FIRST_PERSON_ID + people.findIndex((person) => person.login === login);
}

/** Where the branches of tasks begin, as configured; the default when the configuration cannot be read. */
export function branchPrefixOf(scenario: Scenario): string {
  const [text] = Object.values(configurationFile(scenario, null));
  try {
    return parseConfiguration(text ?? null).branches.prefix;
  } catch {
    return parseConfiguration(null).branches.prefix;
  }
}

export function repositoryOf({ repository }: Scenario) {
  const given =
    typeof repository === 'string'
      ? { name: 'acme/acme', path: repository, files: undefined, defaultBranch: 'main' }
      : repository;
  const [owner = '', name = ''] = given.name.split('/');
  return { ...given, owner, name };
}

/** A form’s answers become a body the way GitHub writes it: a heading a field. */
function bodyOf({ body, form }: Scenario['issue']): string {
  if (!form) return body ?? '';
  return Object.entries(form)
    .map(([label, answer]) => `### ${label}\n\n${answer.trim() || '_No response_'}`)
    .join('\n\n');
}

export function fileChanges(files: ScenarioFiles) {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => [
      path,
      file === null || typeof file === 'string'
        ? file
        : { content: file.content, mode: file.executable ? '100755' : '100644' },
    ]),
  ) as NonNullable<EmbeddedGitHubSeed['files']>;
}

/** The configuration by its path, with the scripted model filled in where the scenario names no models. */
function configurationFile(
  { configuration }: Scenario,
  modelUrl: string | null,
): Record<string, string> {
  if (configuration === undefined && modelUrl === null) return {};
  const text =
    typeof configuration === 'string'
      ? configuration
      : JSON.stringify(configuration ?? {}, null, 2);
  return { [CONFIGURATION_FILE]: modelUrl === null ? text : withModel(text, modelUrl) };
}

/** Text that cannot be read as a map is left as it is: the scenario is about that. */
function withModel(text: string, baseUrl: string): string {
  const document = parseDocument(text.trim() === '' ? '{}' : text);
  if (document.errors.length > 0) return text;
  if (!isMap(document.contents) || document.has('models')) return text;
  const id = 'openai-compatible/scripted';
  document.setIn(['models'], document.createNode({ draft: id, execute: id, review: id, baseUrl }));
  return document.toString();
}
