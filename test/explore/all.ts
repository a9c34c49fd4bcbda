import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Explores everything that may happen around the product in one exploration, to the end, once for processes that share
 * a clone and once for processes on machines of their own; each on a core. Exits non-zero where either finds something.
 */
const run = fileURLToPath(import.meta.resolve('./run.ts'));
const codes = await Promise.all(
  [[], ['--machines']].map(async (options) => {
    const args = ['--max-old-space-size=4096', run, 'src', ...options];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
