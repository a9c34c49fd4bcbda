import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { digestText } from '../../core/digest.ts';
import type { SandboxResult, SandboxRun } from '../../ports.ts';
import { runLogged } from '../process.ts';
import { watchEscaped } from './escaped-processes.ts';
import { makePrivateDirectories } from './private-directories.ts';
import { runEnvironment } from './run-environment.ts';
import { findRunPlace } from './run-place.ts';
import type { Toolchain } from './toolchain.ts';

/** Names the run in the environment of its processes, so that one that left its group is found and ended too. */
export const RUN_MARKER = 'CONTRACTOR_SANDBOX_RUN';

/**
 * Level S0: a cleared environment, fresh TMPDIR and HOME, a process group that ends with the run. No boundary:
 * the program reads and writes what we can. For known programs, or where configuration lowers the level.
 */
export async function runPlain(toolchain: Toolchain, run: SandboxRun): Promise<SandboxResult> {
  const place = await findRunPlace(run);
  await using own = await makePrivateDirectories(run.home);
  const marker = randomUUID();
  const variables = { ...run.variables, [RUN_MARKER]: marker };
  await using _watch = watchEscaped(RUN_MARKER, marker);
  try {
    const end = await runLogged({
      argv: run.argv,
      cwd: join(place.root, place.cwd),
      env: runEnvironment(variables, toolchain, own),
      timeoutSeconds: run.timeoutSeconds,
      signal: run.signal,
      maximumOutputBytes: run.maximumOutputBytes,
    });
    return {
      exitCode: end.timedOut || end.aborted ? null : end.exitCode,
      timedOut: end.timedOut,
      output: end.output.toString('utf8'),
      outputDigest: end.outputDigest,
      durationMs: end.durationMs,
    };
  } catch (error) {
    const started = notStarted(run.argv[0] ?? '', error);
    if (started === null) throw error;
    return started;
  }
}

/** What a shell says of a program that is not there, or may not be run: exit 127 or 126. */
function notStarted(program: string, error: unknown): SandboxResult | null {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== 'ENOENT' && code !== 'EACCES') return null;
  const missing = code === 'ENOENT';
  const output = `${program}: ${missing ? 'not found' : 'permission denied'}\n`;
  return {
    exitCode: missing ? 127 : 126,
    timedOut: false,
    output,
    outputDigest: digestText(output),
    durationMs: 0,
  };
}
