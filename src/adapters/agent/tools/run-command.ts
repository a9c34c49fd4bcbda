import { lstat } from 'node:fs/promises';
import { z } from 'zod';
import { refusedLine } from '../../../core/rules/sandbox/refused-connections.ts';
import { safePath } from '../safe-path.ts';
import { showChange } from './changed.ts';
import { refused, tool } from './tool.ts';

export const runCommandTool = tool({
  name: 'run',
  description:
    'Run a program in the sandbox, without network but to granted hosts: argv, no shell (for one: ["sh", "-c", "…"]). Its result is for you; only `check` counts.',
  input: z.strictObject({
    argv: z
      .array(z.string().max(8192))
      .min(1)
      .max(200)
      .refine((argv) => argv[0] !== '', 'the program’s name is empty')
      .refine((argv) => !argv.some((part) => part.includes('\0')), 'must not contain NUL'),
    cwd: z.string().max(1024).optional().describe('directory relative to the worktree'),
    timeoutSeconds: z.int().positive().max(600).optional().describe('default 120'),
  }),
  label: ({ argv }) => argv.join(' ').slice(0, 200),
  async run({ argv, cwd = '.', timeoutSeconds = 120 }, context) {
    const { root, home, permit, harness, sandbox, outputs, contract } = context;
    const directory = await safePath(root, cwd);
    if (!directory.exists || !(await lstat(directory.absolute)).isDirectory()) {
      return refused('not-a-directory', `${directory.relative} is no directory.`);
    }
    const permission = permit({ tool: 'run', argv });
    if (!permission.ok) return permission;
    const result = await sandbox.run({
      argv,
      root,
      home,
      cwd: directory.relative,
      timeoutSeconds,
      network: 'granted',
      variables: contract.environment.variables,
    });
    const recorded = await harness.mutated(
      `run ${argv.join(' ')}`.slice(0, 300),
      result.exitCode !== 0,
    );
    const end = result.timedOut
      ? `Timed out after ${timeoutSeconds} s.`
      : `Exit code ${result.exitCode ?? 'none (killed)'}.`;
    const change = recorded.changed.length === 0 ? '' : ` ${showChange(recorded)}`;
    const output = outputs.cap(result.output.trimEnd()) || '(no output)';
    const text = `${end}${change}\n${output}`;
    const blocked = result.refused ?? [];
    return blocked.length === 0
      ? { ok: true, text }
      : refused('network-refused', `${text}\n${refusedLine(blocked)}`);
  },
});
