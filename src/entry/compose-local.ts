import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createCheckRunner } from '../adapters/checks/check-runner.ts';
import { createGitAdapters } from '../adapters/git/git-adapters.ts';
import { chooseSandbox } from '../adapters/sandbox/choose-sandbox.ts';
import { maskedPorts, maskedSandbox } from '../adapters/secrets/masked-ports.ts';
import { createSecretScanner } from '../adapters/secrets/secret-scanner.ts';
import type { Context } from '../app/context.ts';
import type { Settings } from '../app/settings.ts';
import { CatalogueError } from '../core/catalogue-error.ts';
import { parseConfiguration } from '../core/rules/configuration/configuration.ts';
import type { Actor } from '../core/schema/actor.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Observation } from '../core/schema/observation.ts';
import type { Ports, Tracker } from '../ports.ts';
import { harnessVersion } from './harness-version.ts';
import { taskContext } from './task-context.ts';

export interface LocalInput {
  /** A git repository on this machine; only read. */
  directory: string;
  /** Our own clone and checkouts; the caller removes it. */
  stateDirectory: string;
  environment: Readonly<Record<string, string | undefined>>;
  sandboxLevel: Configuration['sandbox']['level'];
  /** What the task is about, as an issue would say. */
  request?: { title: string; body: string };
  /** Lets the planner the configuration names be asked; no other model is. */
  plans?: boolean;
}

const YOU: Actor = { id: 1, login: 'you', kind: 'person' };
const CONFIGURATION_FILE = '.github/contractor.yml';

/**
 * A repository on this machine without any GitHub: real git, sandbox and checks, no model, and a tracker that must not
 * be asked. For what runs offline: an audit’s rerun, and the preview of an issue in a file.
 */
export async function composeLocal(input: LocalInput): Promise<Context> {
  const secrets = createSecretScanner();
  const git = createGitAdapters({
    stateDirectory: input.stateDirectory,
    url: `file://${resolve(input.directory)}`,
    token: null,
  });
  const branch = await headBranch(input.directory);
  const head = await git.workspace.fetch(branch).catch(() => null);
  const text = head === null ? null : await git.workspace.read(head, CONFIGURATION_FILE);
  const configuration = parseConfiguration(text, CONFIGURATION_FILE);
  const chosen = chooseSandbox({
    asked: input.sandboxLevel,
    caller: input.environment,
    hosts: configuration.sandbox.hosts,
  });
  const sandbox = maskedSandbox(chosen, secrets.mask);
  const ports: Ports = {
    clock: { now: () => new Date(), wait: (milliseconds) => setTimeout(milliseconds) },
    tracker: NO_TRACKER,
    ...git,
    sandbox,
    checks: createCheckRunner({
      ...{ sandbox, caller: input.environment, secrets },
      setupNetwork: configuration.sandbox.setup,
    }),
    secrets,
    models: {
      draft: null,
      plan: input.plans ? await plannerOf(input, configuration) : null,
      review: null,
    },
    agent: null,
    journal: { note: () => {} },
  };
  const settings: Settings = {
    repository: { owner: 'local', name: 'repository' },
    serverUrl: '',
    configuration,
    harnessVersion: harnessVersion(),
    toolchain: `node ${process.version} ${process.platform}-${process.arch}`,
    pollMs: 0,
  };
  return taskContext(
    { ports: { ...maskedPorts(ports, secrets.mask), tracker: NO_TRACKER }, settings },
    localObservation(input.request ?? NO_REQUEST, branch),
    'local',
  );
}

/** Loaded when it is wanted: an audit needs no model. */
async function plannerOf(input: LocalInput, configuration: Configuration) {
  const { composeModels } = await import('./compose-models.ts');
  const sandbox = chooseSandbox({ asked: 'S0', caller: input.environment, hosts: [] });
  const { environment } = input;
  const { mask } = createSecretScanner();
  return composeModels({ environment, token: null }, configuration, sandbox, mask).models.plan;
}

const NO_REQUEST = { title: '', body: '' };

/** Offline there is nobody to ask. */
const NO_TRACKER = new Proxy({} as Tracker, {
  get: (_, method) => {
    throw new CatalogueError('bad-input', `There is no GitHub here to ask (${String(method)}).`);
  },
});

/** The branch a repository is on, `HEAD` for none, as in a job’s checkout. @throws CatalogueError `bad-input` when it is no repository */
async function headBranch(directory: string): Promise<string> {
  // A linked worktree has a file there, which says where its own HEAD is.
  const link = await readFile(join(directory, '.git'), 'utf8').catch(() => '');
  const linked = /^gitdir: (.+)$/m.exec(link)?.[1];
  const places = [
    ...(linked ? [resolve(directory, linked)] : []),
    join(directory, '.git'),
    directory,
  ];
  for (const path of places.map((place) => join(place, 'HEAD'))) {
    const head = await readFile(path, 'utf8').catch(() => null);
    const branch = /^ref: refs\/heads\/(\S+)\s*$/.exec(head ?? '')?.[1];
    if (branch) return branch;
    if (head !== null) return 'HEAD';
  }
  throw new CatalogueError('bad-input', `${directory} is no git repository.`, {
    place: { field: '--repository' },
  });
}

/** An issue by yourself that stands nowhere but here. */
export function localObservation(
  request: { title: string; body: string },
  branch: string,
): Observation {
  const at = new Date().toISOString();
  const text = { body: request.body, author: YOU, editor: null, editorKnown: true, editedAt: null };
  return {
    at,
    repository: 'local/repository',
    viewer: YOU,
    issue: {
      number: 1,
      kind: 'issue',
      state: 'open',
      locked: false,
      labels: [],
      assignees: [],
      requests: [],
      title: request.title,
      titleEditor: null,
      text,
    },
    comments: [],
    roles: { [YOU.id]: 'admin' },
    base: { branch, sha: null },
    branch: { name: 'contractor/issue-1', head: null },
    pullRequest: null,
    commentMarker: null,
  };
}
