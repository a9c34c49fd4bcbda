import type { Tracker } from '../../ports.ts';
import { publishCheckRun } from './check-runs.ts';
import { MAXIMUM_CHARACTERS, MAXIMUM_COMMENTS } from './comment-budget.ts';
import { createComment, updateComment } from './comments.ts';
import type { GitHubContext } from './context.ts';
import { setDraft } from './draft.ts';
import { reporting } from './errors.ts';
import { openTasks, setStateLabel } from './labels.ts';
import { rightsAsker } from './missing-rights.ts';
import { type ClientOptions, createClient } from './octokit.ts';
import { headBranch, openPullRequest, updatePullRequest } from './pull-requests.ts';
import { react } from './reactions.ts';
import { readFile } from './read-file.ts';

export interface TrackerOptions extends ClientOptions {
  owner: string;
  repo: string;
  /** More comments are refused with `too-many-comments`. Default 10,000. */
  maximumComments?: number;
}

/** The `Tracker` port over GitHub’s API. Every failure is a CatalogueError. */
export function createTracker(options: TrackerOptions): Tracker {
  const context: GitHubContext = {
    client: createClient(options),
    owner: options.owner,
    repo: options.repo,
    clock: options.clock,
    secondMs: options.secondMs ?? 1000,
  };
  const limits = {
    comments: options.maximumComments ?? MAXIMUM_COMMENTS,
    characters: MAXIMUM_CHARACTERS,
  };
  return {
    observe: (issue, look) =>
      reporting(`reading issue #${issue}`, async () => {
        // Loaded on demand: it brings the schemas, which the Action’s first request does without.
        const { observe } = await import('./observe.ts');
        return observe(context, issue, look, limits);
      }),
    headBranch: (number) =>
      reporting(`reading pull request #${number}`, () => headBranch(context, number)),
    readFile: (path, ref) => reporting(`reading ${path}`, () => readFile(context, path, ref)),
    missingRights: rightsAsker(context),
    openTasks: (label) => reporting('listing open tasks', () => openTasks(context, label)),
    createComment: (issue, body) =>
      reporting(`commenting on #${issue}`, () => createComment(context, issue, body)),
    updateComment: (id, body) =>
      reporting(`editing comment ${id}`, () => updateComment(context, id, body)),
    openPullRequest: (draft) =>
      reporting(`opening a pull request for ${draft.head}`, () => openPullRequest(context, draft)),
    updatePullRequest: (number, change) =>
      reporting(`editing pull request #${number}`, () =>
        updatePullRequest(context, number, change),
      ),
    setDraft: (number, draft) =>
      reporting(`changing the draft state of #${number}`, () => setDraft(context, number, draft)),
    publishCheckRun: (run) =>
      reporting(`publishing the check run on ${run.sha}`, () => publishCheckRun(context, run)),
    react: (source, reaction) =>
      reporting(`reacting to ${source}`, () => react(context, source, reaction)),
    setStateLabel: (issue, label) =>
      reporting(`labelling #${issue}`, () => setStateLabel(context, issue, label)),
  };
}
