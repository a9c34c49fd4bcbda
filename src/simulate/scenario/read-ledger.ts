import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readLedger } from '../../core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';

const run = promisify(execFile);

/** A task’s ledger as anyone with git reads it: the events, and the documents beside them. */
export async function readLedgerRef(
  gitDir: string,
  issue: number,
): Promise<{ entries: LedgerEntry[]; documents: Record<string, string> }> {
  const ref = `refs/contractor/${issue}/ledger`;
  const exists = await git(gitDir, 'for-each-ref', '--format=%(objectname)', ref);
  if (exists.trim() === '') return { entries: [], documents: {} };
  const paths = (await git(gitDir, 'ls-tree', '-r', '-z', '--name-only', ref))
    .split('\0')
    .filter((path) => path !== '');
  const documents: Record<string, string> = {};
  const pieces: { file: string; text: string }[] = [];
  for (const path of paths.toSorted()) {
    const text = await git(gitDir, 'cat-file', 'blob', `${ref}:${path}`);
    if (path.startsWith('events/')) pieces.push({ file: path, text });
    else documents[path] = text;
  }
  return { entries: readLedger(pieces, null), documents };
}

/** Paths and patch between two commits. */
export async function readChange(
  gitDir: string,
  from: string,
  to: string,
): Promise<{ paths: string[]; patch: string }> {
  const paths = await git(gitDir, 'diff', '--name-only', '--no-renames', '-z', from, to);
  return {
    paths: paths.split('\0').filter((path) => path !== ''),
    patch: await git(gitDir, 'diff', '--no-ext-diff', '--no-color', from, to),
  };
}

async function git(gitDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', ['--git-dir', gitDir, ...args], {
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });
  return stdout;
}
