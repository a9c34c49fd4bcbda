import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A checkout as actions/checkout makes it, shallow, in which an earlier step has left its traces. */
export async function dirtyShallowCheckout(cloneUrl: string) {
  const path = await mkdtemp(join(tmpdir(), 'contractor-checkout-'));
  await run('git', ['clone', '-q', '--depth', '1', cloneUrl, path]);
  await writeFile(join(path, 'src', 'greet.js'), 'this is no JavaScript {\n');
  await writeFile(join(path, 'left-behind.txt'), 'by an earlier step\n');
  const git = async (...args: string[]) => (await run('git', args, { cwd: path })).stdout;
  return {
    path,
    /** All that could have been changed by somebody who used it. */
    state: async () => ({
      status: await git('status', '--porcelain'),
      head: await git('rev-parse', 'HEAD'),
      refs: await git('for-each-ref'),
      config: await readFile(join(path, '.git', 'config'), 'utf8'),
      files: (await readdir(path)).toSorted(),
    }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
