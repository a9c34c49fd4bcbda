import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Sandbox } from '../../../../src/ports.ts';

/** The port without isolation: starts real programs, for the agent's own tests only. */
export const directSandbox: Sandbox = {
  probe: () => Promise.reject(new Error('not used here')),
  run: ({ argv, root, cwd, timeoutSeconds, variables }) =>
    new Promise((resolve) => {
      const [program = '', ...rest] = argv;
      const child = spawn(program, rest, {
        cwd: join(root, cwd),
        env: { PATH: process.env.PATH, ...variables },
        timeout: timeoutSeconds * 1000,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      const end = (exitCode: number | null) =>
        resolve({ exitCode, timedOut: false, output, outputDigest: '', durationMs: 0 });
      child.on('error', () => end(127));
      child.on('close', end);
    }),
};

/** A host where no program exists. */
export const emptySandbox: Sandbox = {
  ...directSandbox,
  run: async () => ({
    exitCode: 127,
    timedOut: false,
    output: '',
    outputDigest: '',
    durationMs: 0,
  }),
};
