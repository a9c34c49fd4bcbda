import { setTimeout } from 'node:timers/promises';
import { type SimpleGit, simpleGit } from 'simple-git';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { GIT_ENVIRONMENT, GIT_SETTINGS } from './git-environment.ts';
import { gitFailed, mask } from './git-failure.ts';

export type Protocol = 'https' | 'http' | 'file';

export interface RemoteOptions {
  /** Literal URL without a user or password in it. */
  url: string;
  /** The one protocol that may be spoken, and the URL's own. */
  protocol: Protocol;
  /** Sent as basic authentication, to this URL's origin alone. Null for a remote that wants none. */
  token: string | null;
  signal?: AbortSignal | undefined;
  /** Default 120. */
  secondsOfSilence?: number | undefined;
}

/** The repository on the other side, reached from our own clone. */
export interface Remote {
  /** What a full ref name points to; null when it does not exist. */
  head(ref: string): Promise<string | null>;
  /** Refs that match a pattern, with what they point to. */
  list(pattern: string): Promise<Map<string, string>>;
  /** Brings one commit, without its history, and keeps it under `ref` of the clone. */
  fetchCommit(sha: string, ref: string): Promise<void>;
  /** Moves `ref` to `sha` if it is at `lease` now (null: if it does not exist). @throws when it was not moved */
  push(push: { ref: string; sha: string; lease: string | null }): Promise<void>;
  /** Sets refs to commits (null: removes them), whatever they were, all or none. Only for refs that nobody else writes. */
  overwrite(refs: ReadonlyMap<string, string | null>): Promise<void>;
}

/** A request that says nothing for so long is given up. */
const SECONDS_OF_SILENCE = 120;

/** Milliseconds before each further try: a runner that gives up at once loses work that is not pushed yet. */
const pauses = [500, 2000];

/** What a server says that is overloaded or breaks off. A push is leased, so trying it again cannot do it twice. */
const passing =
  /returned error: (?:429|5\d\d)\b|Empty reply from server|early EOF|hung up unexpectedly|Connection (?:reset|timed out)|Recv failure/;

const hung = /block timeout reached/;
/** GitHub answers 403 to both: a limit passes, a missing right does not. */
const limited = /returned error: 429\b|(?:rate limit|abuse detection)[\s\S]*returned error: 403\b/i;

const pushOptions = ['--no-verify', '--no-follow-tags', '--recurse-submodules=no'];

/**
 * The remote over simple-git: the one place that speaks to a network. It runs in our own clone, under the environment
 * and settings of trusted git, with one protocol allowed, a literal URL, and no redirect followed; the token is in the
 * environment of that process alone.
 * @throws CatalogueError `bad-input` for a URL that is not of the protocol or carries credentials
 */
export function createRemote(options: RemoteOptions, gitDir: string): Remote {
  checkUrl(options);
  const { url, token } = options;
  const basic = Buffer.from(`x-access-token:${token ?? ''}`).toString('base64');
  const secrets = token === null ? [] : [token, basic];
  const environment = {
    ...GIT_ENVIRONMENT,
    GIT_DIR: gitDir,
    GIT_ALLOW_PROTOCOL: options.protocol,
    ...(token === null || options.protocol === 'file' ? {} : headerVariables(url, basic)),
  };
  const silence = options.secondsOfSilence ?? SECONDS_OF_SILENCE;
  const open = () => openGit(gitDir, environment, silence, options.signal);

  async function ask<T>(command: string, task: (git: SimpleGit) => PromiseLike<T>): Promise<T> {
    let silences = 0;
    for (const wait of [...pauses, null]) {
      try {
        return await task(open());
      } catch (error) {
        const said = mask(error instanceof Error ? error.message : `${error}`, secrets);
        const isHung = hung.test(said);
        if (isHung) silences += 1;
        const passes = passing.test(said) || limited.test(said) || (isHung && silences === 1);
        if (wait === null || !passes) throw explain(command, said);
        await setTimeout(wait, undefined, { signal: options.signal });
      }
    }
    throw new TypeError('unreachable');
  }

  return {
    head: async (ref) => {
      // `HEAD` is no branch: where a checkout is on none, it says which commit is meant.
      const named = ref === 'HEAD' ? [url, ref] : ['--refs', url, ref];
      const answer = await ask('ls-remote', (git) => git.listRemote(named));
      const line = answer.split('\n').find((entry) => entry.endsWith(`\t${ref}`));
      return line?.slice(0, line.indexOf('\t')) ?? null;
    },
    list: async (pattern) => {
      const answer = await ask('ls-remote', (git) => git.listRemote(['--refs', url, pattern]));
      const lines = answer.split('\n').filter((line) => line.includes('\t'));
      return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]));
    },
    fetchCommit: async (sha, ref) => {
      const quiet = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--quiet'];
      await ask('fetch', (git) => git.fetch(['--depth=1', ...quiet, url, `+${sha}:${ref}`]));
    },
    push: async ({ ref, sha, lease }) => {
      const guard = `--force-with-lease=${ref}:${lease ?? ''}`;
      await ask('push', (git) => git.push([...pushOptions, guard, url, `${sha}:${ref}`]));
    },
    overwrite: async (refs) => {
      const specs = [...refs].map(([ref, sha]) => `+${sha ?? ''}:${ref}`);
      await ask('push', (git) => git.push([...pushOptions, '--atomic', url, ...specs]));
    },
  };
}

function checkUrl({ url, protocol }: RemoteOptions): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const fits = parsed?.protocol === `${protocol}:` && parsed.username + parsed.password === '';
  if (!fits)
    throw new CatalogueError(
      'bad-input',
      `The repository’s address must be a ${protocol} URL without credentials.`,
    );
}

/** Only requests to this origin carry the header, whatever a server answers. */
function headerVariables(url: string, basic: string): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

function openGit(
  gitDir: string,
  environment: Record<string, string>,
  silence: number,
  abort: AbortSignal | undefined,
): SimpleGit {
  const settings = GIT_SETTINGS.filter((setting) => setting !== 'protocol.allow=never');
  return simpleGit({
    baseDir: gitDir,
    config: [...settings, 'http.followRedirects=false', 'push.default=nothing'],
    timeout: { block: silence * 1000 },
    allowEnvironment: Object.keys(environment),
    ...(abort === undefined ? {} : { abort }),
    // simple-git refuses settings that could name a program. Ours are constants that name none or /bin/false.
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeDiffExternal: true,
      allowUnsafeEditor: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeGitProxy: true,
      allowUnsafeGpgProgram: true,
      allowUnsafeHooksPath: true,
      allowUnsafePack: true,
      allowUnsafePager: true,
      allowUnsafeSshCommand: true,
    },
  }).env(environment);
}

function explain(command: string, said: string): CatalogueError {
  const cause = new Error(said);
  if (limited.test(said)) return new CatalogueError('rate-limited', '', { cause });
  if (command === 'push' && /returned error: 403\b/.test(said))
    return new CatalogueError('token-read-only', '', { cause });
  if (/returned error: 401\b|Authentication failed|could not read Username/.test(said))
    return new CatalogueError('token-invalid', '', { cause });
  return gitFailed([command], 1, said);
}
