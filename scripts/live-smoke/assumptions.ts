import { Octokit } from '@octokit/rest';
import { eventually, type Fixture } from './fixture.ts';

/** One row of docs/assumptions.md that can be tried. A thrown error is a FAIL. */
export interface Assumption {
  id: string;
  belief: string;
  try(fixture: Fixture): Promise<Verdict>;
}

/** Null: it holds. */
type Verdict = null | { skipped: string };

export const ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'GH-1',
    belief: 'a ref under refs/contractor can be pushed, moved and deleted',
    try: async (fixture) => {
      const { ref, first, next, push } = await ledgerRef(fixture, 'a');
      await push(next, first);
      expect('the ref moved', await head(fixture, ref), next);
      await push(null, next);
      expect('the ref is gone', await refused(() => head(fixture, ref)), 404);
      return null;
    },
  },
  {
    id: 'GH-2',
    belief: 'a push with a lease on a tip that is no longer there is refused',
    try: async (fixture) => {
      const { ref, first, next, push } = await ledgerRef(fixture, 'b');
      await push(next, first);
      const late = await (await fixture.clone()).commit(first, 'late.txt');
      const pushed = await push(late, first).then(
        () => true,
        () => false,
      );
      expect('pushed', pushed, false);
      expect('the ref stands', await head(fixture, ref), next);
      return null;
    },
  },
  {
    id: 'GH-3',
    belief: 'a permission look-up answers role_name and user.id',
    try: async (fixture) => {
      const { viewer } = await graphql<{ viewer: Viewer }>(fixture, VIEWER);
      if (viewer.login.endsWith('[bot]')) return { skipped: 'the token is no person’s' };
      const { data } = await permission(fixture, viewer.login);
      expect('user.id', data.user?.id, viewer.databaseId);
      expect('role_name is a text', typeof data.role_name, 'string');
      return null;
    },
  },
  {
    id: 'GH-4',
    belief: 'a permission look-up of an unknown login answers 404',
    try: async (fixture) => {
      const status = await refused(() => permission(fixture, `${fixture.mark}-nobody`));
      expect('status', status, 404);
      return null;
    },
  },
  {
    id: 'GH-5',
    belief: 'GraphQL tells a comment’s editor, and none before an edit',
    try: async (fixture) => {
      const { id, body } = await fixture.comment();
      const before = await seenComment(fixture, id);
      expect('editor before', before.editor, null);
      expect('lastEditedAt before', before.lastEditedAt, null);
      const edited = `${body} edited`;
      await issues(fixture).updateComment({ ...at(fixture), comment_id: id, body: edited });
      const ask = () => seenComment(fixture, id);
      const after = await eventually(ask, (comment) => comment.lastEditedAt !== null);
      expect('editor is the author', after.editor?.login, after.author?.login);
      return null;
    },
  },
  {
    id: 'GH-6',
    belief: 'fullDatabaseId is the id that REST uses',
    try: async (fixture) => {
      const { id } = await fixture.comment();
      expect('id', Number((await seenComment(fixture, id)).fullDatabaseId), id);
      return null;
    },
  },
  {
    id: 'GH-7',
    belief: 'a comment may have 65,536 characters and not one more',
    try: async (fixture) => {
      const { id } = await fixture.comment();
      const write = (length: number) =>
        issues(fixture).updateComment({ ...at(fixture), comment_id: id, body: 'x'.repeat(length) });
      expect('kept length', (await write(65_536)).data.body?.length, 65_536);
      expect('status', await refused(() => write(65_537)), 422);
      return null;
    },
  },
  {
    id: 'GH-8',
    belief: 'an HTML comment on the first line is kept byte for byte and not shown',
    try: async (fixture) => {
      const body = '<!-- contractor:{"a":"\\u003c-\\u002d"} -->\n\nText';
      const { data } = await issues(fixture).createComment({ ...(await onIssue(fixture)), body });
      fixture.later(`comment ${data.id}`, () =>
        issues(fixture).deleteComment({ ...at(fixture), comment_id: data.id }),
      );
      const kept = await issues(fixture).getComment({ ...at(fixture), comment_id: data.id });
      expect('body', kept.data.body, body);
      return null;
    },
  },
  {
    id: 'GH-9',
    belief: 'a second pull request for the same branch is refused with 422',
    try: async (fixture) => {
      const { branch } = await fixture.pull();
      const base = (await fixture.base()).branch;
      const again = { ...at(fixture), head: branch, base, title: 'Again' };
      expect('status', await refused(() => fixture.octokit.rest.pulls.create(again)), 422);
      return null;
    },
  },
  {
    id: 'GH-10',
    belief: 'a pull request becomes a draft, and ready again',
    try: async (fixture) => {
      const { number } = await fixture.pull();
      const pull = async () =>
        (await fixture.octokit.rest.pulls.get({ ...at(fixture), pull_number: number })).data;
      const { node_id: id } = await pull();
      await graphql(fixture, DRAFT, { id });
      expect('a draft', (await eventually(pull, (now) => now.draft === true)).draft, true);
      await graphql(fixture, READY, { id });
      expect('ready', (await eventually(pull, (now) => now.draft === false)).draft, false);
      return null;
    },
  },
  {
    id: 'GH-11',
    belief: 'a pull request’s head follows its branch within seconds',
    try: async (fixture) => {
      const { number, branch, sha } = await fixture.pull();
      const clone = await fixture.clone();
      const next = await clone.commit(sha, `${branch}.txt`);
      await clone.push(`refs/heads/${branch}`, next, sha);
      const ask = async () =>
        (await fixture.octokit.rest.pulls.get({ ...at(fixture), pull_number: number })).data.head
          .sha;
      expect('head', await eventually(ask, (now) => now === next), next);
      return null;
    },
  },
  {
    id: 'GH-12',
    belief: 'a label that does not exist is created when it is put on an issue',
    try: async (fixture) => {
      await putLabel(fixture);
      const { data } = await issues(fixture).getLabel({ ...at(fixture), name: fixture.mark });
      expect('name', data.name, fixture.mark);
      return null;
    },
  },
  {
    id: 'GH-13',
    belief: 'the timeline tells who put a label on',
    try: async (fixture) => {
      await putLabel(fixture);
      const number = await fixture.issue();
      const ask = async () => {
        const { viewer, repository } = await graphql<LabelEvents>(fixture, LABELED, { number });
        return { viewer, events: repository.issue.timelineItems.nodes };
      };
      const { viewer, events } = await eventually(ask, (now) => now.events.length > 0);
      const event = events.find(({ label }) => label.name === fixture.mark);
      expect(
        'actor',
        event?.actor?.login.replace(/\[bot\]$/, ''),
        viewer.login.replace(/\[bot\]$/, ''),
      );
      return null;
    },
  },
  {
    id: 'GH-14',
    belief: 'a check run is found again by its name, and its conclusion can be replaced',
    try: async (fixture) => {
      const { sha } = await fixture.pull();
      const { checks } = fixture.octokit.rest;
      const run = { ...at(fixture), name: fixture.mark, external_id: fixture.mark };
      const done = { status: 'completed' as const, conclusion: 'success' as const };
      const create = () => checks.create({ ...run, head_sha: sha, ...done });
      const made = await create().catch((error) => {
        if (statusOf(error) === 403) return null;
        throw error;
      });
      if (made === null) return { skipped: 'this token may not write check runs (an App’s may)' };
      const id = made.data.id;
      await checks.update({ ...at(fixture), check_run_id: id, conclusion: 'action_required' });
      const { data } = await checks.listForRef({ ...at(fixture), ref: sha, check_name: run.name });
      const found = data.check_runs.find((each) => each.external_id === fixture.mark);
      expect('id', found?.id, id);
      expect('conclusion', found?.conclusion, 'action_required');
      return null;
    },
  },
  {
    id: 'GH-15',
    belief: 'the same reaction twice is one reaction',
    try: async (fixture) => {
      const { id } = await fixture.comment();
      const react = () =>
        fixture.octokit.rest.reactions.createForIssueComment({
          ...at(fixture),
          comment_id: id,
          content: 'eyes',
        });
      const [first, second] = [await react(), await react()];
      expect('first status', Number(first.status), 201);
      expect('second status', Number(second.status), 200);
      expect('reaction', second.data.id, first.data.id);
      return null;
    },
  },
  {
    id: 'GH-16',
    belief: 'an unknown token is refused with 401',
    try: async (fixture) => {
      const { baseUrl } = fixture.octokit.request.endpoint.DEFAULTS;
      const stranger = new Octokit({ auth: 'ghp_unknown', baseUrl, log: quiet });
      expect('status', await refused(() => stranger.rest.repos.get(at(fixture))), 401);
      return null;
    },
  },
];

export const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const at = ({ owner, repo }: Fixture) => ({ owner, repo });
const git = ({ octokit }: Fixture) => octokit.rest.git;
const issues = ({ octokit }: Fixture) => octokit.rest.issues;
const onIssue = async (fixture: Fixture) => ({
  ...at(fixture),
  issue_number: await fixture.issue(),
});

function expect(what: string, found: unknown, wanted: unknown): void {
  if (found === wanted) return;
  throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error ? Number(error.status) : null;

/** The status a request is refused with; null when it was not refused. */
async function refused(request: () => Promise<unknown>): Promise<number | null> {
  try {
    await request();
    return null;
  } catch (error) {
    const status = statusOf(error);
    if (status === null) throw error;
    return status;
  }
}

/** A ref as the ledger’s, on the base’s commit, with a commit it may move to. */
async function ledgerRef(fixture: Fixture, name: string) {
  const ref = `contractor/${fixture.mark}/${name}`;
  const clone = await fixture.clone();
  const first = (await fixture.base()).sha;
  const next = await clone.commit(first, `${name}.txt`);
  const push = (sha: string | null, lease: string | null) => clone.push(`refs/${ref}`, sha, lease);
  await push(first, null);
  fixture.later(`ref refs/${ref}`, async () => {
    if ((await refused(() => head(fixture, ref))) === null)
      await git(fixture).deleteRef({ ...at(fixture), ref });
  });
  return { ref, first, next, push };
}

async function head(fixture: Fixture, ref: string): Promise<string> {
  return (await git(fixture).getRef({ ...at(fixture), ref })).data.object.sha;
}

function permission(fixture: Fixture, username: string) {
  const { repos } = fixture.octokit.rest;
  return repos.getCollaboratorPermissionLevel({ ...at(fixture), username });
}

async function putLabel(fixture: Fixture): Promise<void> {
  const labels = [fixture.mark];
  await issues(fixture).addLabels({ ...(await onIssue(fixture)), labels });
  fixture.later(`label ${fixture.mark}`, async () => {
    const name = fixture.mark;
    await issues(fixture)
      .deleteLabel({ ...at(fixture), name })
      .catch((error) => {
        if (statusOf(error) !== 404) throw error;
      });
  });
}

function graphql<T>(fixture: Fixture, query: string, variables: object = {}): Promise<T> {
  return fixture.octokit.graphql<T>(query, { ...at(fixture), ...variables });
}

interface Viewer {
  login: string;
  databaseId: number;
}
const VIEWER = 'query { viewer { login databaseId } }';

interface SeenComment {
  fullDatabaseId: string;
  lastEditedAt: string | null;
  author: { login: string } | null;
  editor: { login: string } | null;
}
const COMMENTS = `query($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { issue(number: $number) {
    comments(last: 50) { nodes { fullDatabaseId lastEditedAt author { login } editor { login } } }
  } }
}`;

async function seenComment(fixture: Fixture, id: number): Promise<SeenComment> {
  const number = await fixture.issue();
  const answer = await graphql<{
    repository: { issue: { comments: { nodes: SeenComment[] } } };
  }>(fixture, COMMENTS, { number });
  const { nodes } = answer.repository.issue.comments;
  const found = nodes.find((node) => Number(node.fullDatabaseId) === id);
  if (!found) throw new Error(`comment ${id} is not among ${nodes.length} that GraphQL lists`);
  return found;
}

const DRAFT = `mutation($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } }
}`;
const READY = `mutation($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } }
}`;

interface LabelEvents {
  viewer: { login: string };
  repository: {
    issue: {
      timelineItems: { nodes: { actor: { login: string } | null; label: { name: string } }[] };
    };
  };
}
const LABELED = `query($owner: String!, $repo: String!, $number: Int!) {
  viewer { login }
  repository(owner: $owner, name: $repo) { issue(number: $number) {
    timelineItems(itemTypes: [LABELED_EVENT], last: 20) {
      nodes { ... on LabeledEvent { actor { login } label { name } } }
    }
  } }
}`;
