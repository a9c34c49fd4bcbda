import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Contract } from '../../../../src/core/schema/contract.ts';
import type { Assignment, Worktree } from '../../../../src/ports.ts';

const ZERO = '0'.repeat(40);

export const CONTRACT: Contract = Contract.parse({
  schemaVersion: 1,
  taskId: 'acme/users#7',
  version: 1,
  baseSha: ZERO,
  integrationTarget: 'main',
  requirementsRevision: { bodyHash: '0'.repeat(64), lastCommentId: 0, setDigest: '0'.repeat(64) },
  goal: 'List users as JSON',
  inScope: [{ text: 'the list command', globs: ['src/**'] }],
  outOfScope: [],
  constraints: [],
  acceptance: [
    {
      id: 'AC-1',
      statement: '`users list --json` prints JSON',
      source: null,
      expectation: 'becomes-true',
      checks: [
        {
          id: 'CK-1',
          why: 'it runs it',
          origin: 'discovered',
          kind: 'command',
          argv: ['npm', 'test'],
        },
      ],
      status: 'active',
    },
  ],
  stopRules: [],
  assumptions: [],
  openQuestions: [],
  environment: { setup: [], lockfiles: [] },
  budgets: { turns: 20 },
});

/** A temporary directory under git, with files, that an agent can be set to work in. */
export class WorkPlace implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'work-place-'));
  readonly home = mkdtempSync(join(tmpdir(), 'work-home-'));

  constructor(files: Record<string, string> = {}) {
    execFileSync('git', ['init', '-q', this.path]);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), content);
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  assignment(more: Partial<Assignment> = {}): Assignment {
    const unused = () => Promise.reject(new Error('the agent must not call this'));
    const worktree: Worktree = {
      id: 'run-1',
      path: this.path,
      baseSha: ZERO,
      home: this.home,
      held: async () => true,
      release: unused,
      setUp: unused,
      checkpoint: unused,
      restore: unused,
      remove: unused,
    };
    return {
      contract: CONTRACT,
      worktree,
      instructions: '',
      findings: [],
      plan: null,
      turn: 1,
      ...more,
    };
  }

  [Symbol.dispose](): void {
    for (const path of [this.path, this.home]) rmSync(path, { recursive: true, force: true });
  }
}
