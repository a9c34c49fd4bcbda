import { type RunningProcess, runCaptured, startProcess } from '../process.ts';
import { GIT_ENVIRONMENT, GIT_SETTINGS } from './git-environment.ts';
import { gitFailed } from './git-failure.ts';

/** Which repository git works on. Always said, never discovered: nothing an agent can write is taken for a repository. */
export interface GitPlace {
  gitDir: string;
  workTree?: string;
  index?: string;
  /** Where objects are read and written, when it is not `gitDir/objects`. */
  objects?: string;
}

export interface GitCall {
  stdin?: Uint8Array | string;
  /** Names and dates of a commit, and exceptions with a reason. */
  env?: Readonly<Record<string, string>>;
  /** Exit codes that are an answer and no failure. */
  accept?: readonly number[];
  signal?: AbortSignal | undefined;
  timeoutSeconds?: number;
}

export interface GitAnswer {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

const settings = GIT_SETTINGS.flatMap((setting) => ['-c', setting]);

/** The argument list that any local git call of ours starts with. */
const GIT_COMMAND: readonly string[] = [
  'git',
  '--no-pager',
  '--no-replace-objects',
  '--no-optional-locks',
  ...settings,
];

/**
 * Runs git with an emptied environment and configuration, on a repository that only we can write.
 * It can reach no network.
 * @throws CatalogueError `git-failed` with git's own words as the cause
 */
export async function askGit(
  place: GitPlace,
  args: readonly string[],
  call: GitCall = {},
): Promise<GitAnswer> {
  const end = await runCaptured({
    ...command(place, args, call.env),
    stdin: call.stdin,
    signal: call.signal,
    timeoutSeconds: call.timeoutSeconds ?? 600,
    maximumOutputBytes: 1 << 30,
  });
  const accept = call.accept ?? [0];
  const stderr = end.stderr.toString();
  if (end.exitCode === null || !accept.includes(end.exitCode))
    throw gitFailed(args, end.exitCode, stderr);
  return { exitCode: end.exitCode, stdout: end.stdout, stderr };
}

/** Starts a git that goes on running and answers, under the same environment and settings. */
export function startGit(
  place: GitPlace,
  args: readonly string[],
  hears: {
    stdout(chunk: Buffer): void;
    end(end: { exitCode: number | null; stderr: string }): void;
  },
  env: Readonly<Record<string, string>> = {},
): RunningProcess {
  return startProcess(command(place, args, env), hears.stdout, hears.end);
}

function command(
  place: GitPlace,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return {
    argv: [...GIT_COMMAND, ...args],
    cwd: place.workTree ?? place.gitDir,
    env: { ...GIT_ENVIRONMENT, ...placeVariables(place), ...env },
  };
}

/** What git prints, as bytes. */
export async function git(
  place: GitPlace,
  args: readonly string[],
  call: GitCall = {},
): Promise<Buffer> {
  return (await askGit(place, args, call)).stdout;
}

/** What git prints, as text without the last line end. */
export async function gitLine(
  place: GitPlace,
  args: readonly string[],
  call: GitCall = {},
): Promise<string> {
  return (await git(place, args, call)).toString().trimEnd();
}

function placeVariables(place: GitPlace): Record<string, string> {
  return {
    GIT_DIR: place.gitDir,
    GIT_OBJECT_DIRECTORY: place.objects ?? `${place.gitDir}/objects`,
    ...(place.workTree === undefined ? {} : { GIT_WORK_TREE: place.workTree }),
    ...(place.index === undefined ? {} : { GIT_INDEX_FILE: place.index }),
  };
}
