export interface CatalogueEntry {
  /** One sentence: what is wrong. */
  sentence: string;
  /** What the person can do. */
  remedy: string;
  /** Nobody’s input is wrong: the same work may pass later. */
  infrastructure?: boolean;
}

/** Every error we raise on purpose. docs/errors.md is generated from it. */
export const CATALOGUE = {
  'no-issue': {
    sentence: 'The issue does not exist, or this token cannot see it.',
    remedy: 'Check the number and that the token has `issues: read`.',
  },
  moved: {
    sentence: 'The issue was moved to another repository.',
    remedy:
      'Start a task there: none follows its issue, and nothing is written in the other repository.',
  },
  'is-pull-request': {
    sentence: 'This number is a pull request, not an issue.',
    remedy: 'Start a task from an issue; comments on the bot’s own pull requests are read anyway.',
  },
  'empty-issue': {
    sentence:
      'The issue has no body, and no comment by someone who may amend, so there is nothing to make a contract from.',
    remedy: 'Describe what must be true when the task is complete, then ask again.',
  },
  'no-permission': {
    sentence: 'The person who asked has no right to start a task here.',
    remedy: 'Someone with write access can label or assign the issue, or write `/contract`.',
  },
  'not-for-us': {
    sentence: 'Nobody asked for a task on this issue.',
    remedy: 'Someone with write access can label or assign the issue, or write `/contract`.',
  },
  'issue-closed': {
    sentence: 'The issue is closed.',
    remedy: 'Reopen it, then ask again.',
  },
  settled: {
    sentence: 'This task is settled: its pull request was merged or closed.',
    remedy: 'Open a new issue for what is still wanted.',
  },
  'another-run': {
    sentence: 'Another run is working on this task.',
    remedy: 'Nothing to do: it reads every comment between two turns.',
  },
  'nothing-new': {
    sentence: 'Nothing has changed since the last look.',
    remedy: 'Comment, edit the issue, or write `/contract resume` to go on.',
  },
  'gave-up': {
    sentence: 'Infrastructure failed three runs in a row, so it is not tried again by itself.',
    remedy: 'See the jobs’ summaries for why, then write `/contract resume`.',
  },
  'token-read-only': {
    sentence: 'The token may not write what the task needs.',
    remedy:
      'Grant the job `contents`, `issues`, `pull-requests` and `checks: write` (examples/workflows/contractor.yml).',
  },
  'token-invalid': {
    sentence: 'GitHub does not accept the token.',
    remedy: 'Pass `github-token`, or set GITHUB_TOKEN; it may have expired.',
  },
  'empty-repository': {
    sentence: 'The repository has no commits yet.',
    remedy: 'Push a first commit to the default branch.',
  },
  'no-base-branch': {
    sentence: 'The base branch does not exist.',
    remedy: 'Correct `branches.base` in .github/contractor.yml, or create the branch.',
  },
  'bad-configuration': {
    sentence: 'The configuration cannot be used.',
    remedy:
      'Mend the named key in .github/contractor.yml; schemas/configuration.json lists them all.',
  },
  'bad-input': {
    sentence: 'An input of the action or command line cannot be used.',
    remedy: 'See action.yml or `contractor --help` for what it takes.',
  },
  'bad-scenario': {
    sentence: 'The scenario cannot be used.',
    remedy: 'Mend the named field; schemas/scenario.json describes the format.',
  },
  'bad-record': {
    sentence: 'This is not a completion record.',
    remedy: 'Pass the completion.json that a run wrote.',
  },
  'ledger-moved': {
    sentence: 'Another run appended to the ledger first.',
    remedy: 'Nothing to do: it is read again and decided anew.',
    infrastructure: true,
  },
  'ledger-corrupt': {
    sentence: 'The ledger of this task is damaged or was rewritten.',
    remedy:
      'Nothing was changed. `contractor status` names the first bad entry; restore the ref from a clone or start anew.',
  },
  'epoch-lost': {
    sentence: 'A newer run has taken this task over.',
    remedy: 'Nothing to do: the newer run carries on.',
    infrastructure: true,
  },
  'internal-error': {
    sentence: 'Something in Contractor itself broke.',
    remedy:
      'The next look tries again, three times at most. The job’s log has the details: please report them.',
    infrastructure: true,
  },
  'github-failed': {
    sentence: 'GitHub did not answer as it should.',
    remedy: 'Usually passing: the next look continues the task. See the cause for the status.',
    infrastructure: true,
  },
  'rate-limited': {
    sentence: 'GitHub limits how often this token may ask.',
    remedy: 'Nothing to do: a later look goes on where this one stopped.',
    infrastructure: true,
  },
  'git-failed': {
    sentence: 'A git command failed.',
    remedy: 'See the cause for what git said.',
    infrastructure: true,
  },
  'foreign-pull-request': {
    sentence: 'A pull request that is not ours is open on the branch of this task.',
    remedy: 'Close it or give it another branch; the next look then opens the task’s own.',
  },
  'too-many-comments': {
    sentence: 'The issue has more comments than can be read in one look.',
    remedy: 'Open a new issue that states what still holds, and link this one.',
  },
  'setup-failed': {
    sentence: 'The repository could not be set up on the base commit.',
    remedy: 'Set `environment.setup` in .github/contractor.yml to the commands that install it.',
  },
  'sandbox-too-weak': {
    sentence: 'The sandbox does not reach the level that is required.',
    remedy:
      'Install bubblewrap (and allow it user namespaces), or lower `sandbox.level` in .github/contractor.yml.',
  },
  'no-model': {
    sentence: 'No model is configured, so the contract can be drafted but not worked.',
    remedy: 'Set `models.execute` in .github/contractor.yml and pass its API key to the job.',
  },
  'model-unusable': {
    sentence: 'The model gave no usable answer.',
    remedy: 'See the cause. Drafting falls back to rules; work is handed back.',
    infrastructure: true,
  },
  'workspace-broken': {
    sentence: 'The worktree was removed or replaced.',
    remedy: 'It is made anew from the last checkpoint; what ran there proves nothing.',
  },
  'worktree-busy': {
    sentence: 'Another process on this machine is working in the same worktree.',
    remedy:
      'Wait until it is done, or end it: the worktree is free as soon as that process is gone.',
    infrastructure: true,
  },
  'secret-found': {
    sentence: 'The change contains what looks like a secret.',
    remedy: 'Remove it and rotate the credential; nothing was pushed.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof CATALOGUE;
