import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../../src/core/digest.ts';
import { changesBetween } from '../../../src/core/rules/request/revision.ts';
import { takeSnapshot } from '../../../src/core/rules/request/snapshot.ts';
import { Observation } from '../../../src/core/schema/observation.ts';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import {
  BRANCH,
  LOOK,
  MARKER,
  marked,
  pushBranch,
  startGitHub,
  trackerOf,
} from './support/github.ts';

const sha = /^[0-9a-f]{40}$/;

describe('one look', () => {
  let github: EmbeddedGitHub;
  beforeAll(async () => {
    github = await startGitHub();
  });
  afterAll(() => github[Symbol.asyncDispose]());

  it('sees issue, comments, editors, base, and who we are', async () => {
    await github.as('ada').assign(1, 'wes');
    await github.as('ada').addLabel(1, 'contractor');
    const first = await github.as('out').comment(1, 'Please also XML.');
    await github.as('wes').editComment(first, 'Please also YAML.');
    const hidden = await github.as('rea').comment(1, 'spam');
    await github.as('ada').minimizeComment(hidden, 'SPAM');
    const seen = Observation.parse(await trackerOf(github).observe(1, LOOK));
    expect(seen).toMatchObject({
      repository: 'acme/users',
      viewer: { id: 41_898_282 },
      issue: {
        number: 1,
        kind: 'issue',
        state: 'open',
        locked: false,
        labels: ['contractor'],
        assignees: [{ login: 'wes', kind: 'person' }],
        title: 'List users',
        titleEditor: null,
        text: { body: 'As JSON, please.', editor: null, editorKnown: true, editedAt: null },
      },
      comments: [
        {
          id: first,
          place: 'issue',
          body: 'Please also YAML.',
          author: { login: 'out' },
          editor: { login: 'wes' },
          hidden: false,
        },
        { id: hidden, hidden: true },
      ],
      base: { branch: 'main', sha: expect.stringMatching(sha) },
      branch: { name: BRANCH, head: null },
      pullRequest: null,
      commentMarker: null,
    });
  });

  it('threat 2: the editor of title and body counts, not only the author', async () => {
    await github.as('wes').editIssue(1, { title: 'List all users', body: 'As JSON, sorted.' });
    const { issue } = await trackerOf(github).observe(1, LOOK);
    expect(issue.titleEditor).toMatchObject({ login: 'wes' });
    expect(issue.text).toMatchObject({ author: { login: 'ada' }, editor: { login: 'wes' } });
  });

  it('sees who put the labels and assignees on that are there now', async () => {
    await github.as('ada').addLabel(1, 'gone', 'bug');
    await github.as('ada').removeLabel(1, 'gone');
    await github.as('ada').removeLabel(1, 'bug');
    await github.as('wes').addLabel(1, 'bug');
    const { issue, roles } = await trackerOf(github).observe(1, LOOK);
    expect(issue.requests).toMatchObject([
      { kind: 'labeled', name: 'contractor', by: { login: 'ada' } },
      { kind: 'labeled', name: 'bug', by: { login: 'wes' } },
      { kind: 'assigned', name: 'wes', by: { login: 'ada' } },
    ]);
    expect(roles[issue.requests[1]?.by.id ?? 0]).toBe('write');
  });

  it('asks authors, editors, the title’s editor and the trigger’s sender for their roles, once each', async () => {
    for (let n = 0; n < 3; n += 1) await github.as('tri').comment(1, `again ${n}`);
    const [sender] = (await trackerOf(github).observe(1, LOOK)).comments.map((c) => c.author);
    const before = github.requests.length;
    const ask = [sender, sender].filter((actor) => actor !== undefined);
    const { roles, issue, comments } = await trackerOf(github).observe(1, { ...LOOK, ask });
    const idOf = (login: string) =>
      [issue.text, ...comments].flatMap((t) => [t.author, t.editor]).find((a) => a?.login === login)
        ?.id;
    expect(roles).toMatchObject({
      [idOf('ada') ?? 0]: 'admin',
      [idOf('wes') ?? 0]: 'write',
      [idOf('tri') ?? 0]: 'triage',
      [idOf('rea') ?? 0]: 'read',
    });
    const paths = github.requests.slice(before).map(({ path }) => path);
    const lookUps = paths.filter((path) => path.endsWith('/permission'));
    expect(lookUps.toSorted()).toEqual(
      ['ada', 'out', 'rea', 'tri', 'wes'].map(
        (login) => `/api/v3/repos/acme/users/collaborators/${login}/permission`,
      ),
    );
  });

  it('a role that cannot be read is none, in this look alone', async () => {
    const tracker = trackerOf(github);
    const { author } = (await tracker.observe(1, LOOK)).issue.text;
    const match = { path: '/collaborators/ada/permission' };
    github.faults.inject({ match, kind: '500-before', times: 4 });
    expect((await tracker.observe(1, LOOK)).roles[author.id]).toBe('none');
    expect((await tracker.observe(1, LOOK)).roles[author.id]).toBe('admin');
  });

  it('threat 8: a permission that was revoked is seen at the next look', async () => {
    const tracker = trackerOf(github);
    await github.as('ada').setPermission('wes', 'none');
    const { roles, issue } = await tracker.observe(1, LOOK);
    expect(roles[issue.text.editor?.id ?? 0]).toBe('read');
    await github.as('ada').setPermission('wes', 'write');
  });

  it('a sender whose login now belongs to somebody else has no role', async () => {
    const renamed = { id: 999_999, login: 'ada', kind: 'person' } as const;
    const { roles } = await trackerOf(github).observe(1, { ...LOOK, ask: [renamed] });
    expect(roles[999_999]).toBe('none');
  });

  it('a base branch that does not exist has no commit', async () => {
    const { base } = await trackerOf(github).observe(1, { ...LOOK, baseBranch: 'nowhere' });
    expect(base).toEqual({ branch: 'nowhere', sha: null });
  });

  it('a named base branch is read instead of the default one', async () => {
    const head = await pushBranch(github, 'next');
    const { base } = await trackerOf(github).observe(1, { ...LOOK, baseBranch: 'next' });
    expect(base).toEqual({ branch: 'next', sha: head });
  });

  it('our comment is the one our own token wrote: a copied marker is nobody’s', async () => {
    await github.as('out').comment(1, marked('I am the bot'));
    const tracker = trackerOf(github);
    expect((await tracker.observe(1, LOOK)).commentMarker).toBeNull();
    const body = marked('the real one');
    const id = await tracker.createComment(1, body);
    const { commentMarker } = await tracker.observe(1, LOOK);
    expect(commentMarker).toEqual({ id, digest: digestText(body) });
  });

  it('without commits there is no base', async () => {
    await using bare = await startGitHub({ files: undefined as never });
    const { base } = await trackerOf(bare).observe(1, LOOK);
    expect(base.sha).toBeNull();
  });
});

describe('what is no issue', () => {
  it('a number nobody used, another repository, a pull request, a deleted issue, a wrong token', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    const pull = await github.as('ada').openPull({ title: 'x', head: BRANCH, base: 'main' });
    const tracker = trackerOf(github);
    const code = (work: Promise<unknown>) => work.catch((error) => error.code);
    expect(await code(tracker.observe(99, LOOK))).toBe('no-issue');
    expect(await code(trackerOf(github, { repo: 'other' }).observe(1, LOOK))).toBe('no-issue');
    expect(await code(tracker.observe(pull, LOOK))).toBe('is-pull-request');
    expect(await code(trackerOf(github, { token: 'wrong' }).observe(1, LOOK))).toBe(
      'token-invalid',
    );
    await github.as('ada').deleteIssue(1);
    expect(await code(tracker.observe(1, LOOK))).toBe('no-issue');
  });
});

it('an edit in the second of the last look shows, whoever made it, and so does one back again', async () => {
  const now = () => new Date('2026-05-04T10:00:00.700Z');
  await using github = await startGitHub({ now });
  const id = await github.as('ada').comment(1, 'It must sort.');
  const look = async () =>
    takeSnapshot(await trackerOf(github).observe(1, LOOK), {
      ownComments: [],
      adopted: [],
      allow: [],
    });
  const first = await look();
  await github.as('ada').editComment(id, 'It must not sort.');
  const second = await look();
  expect(changesBetween(first, second)).toMatchObject([{ change: 'edited' }]);
  await github.as('wes').editComment(id, 'It must sort.');
  const third = await look();
  expect(changesBetween(second, third)).toMatchObject([{ change: 'edited' }]);
  // The same words, but another has put them there.
  expect(changesBetween(first, third)).toMatchObject([{ change: 'edited' }]);
  expect(third.sources.at(-1)?.editedAt).toBe('2026-05-04T10:00:00Z');
});

describe('an issue that was moved to another repository', () => {
  const code = (work: Promise<unknown>) => work.catch((error) => error.code);
  const elsewhere = (github: EmbeddedGitHub) =>
    github.requests.filter(({ path }) => !path.includes('acme/users') && !/graphql/.test(path));

  it('is told from one that never was, and nothing of it is read', async () => {
    await using github = await startGitHub();
    await github.as('ada').transferIssue(1, 'acme/other');
    expect(await code(trackerOf(github).observe(1, LOOK))).toBe('moved');
    expect(elsewhere(github)).toEqual([]);
  });

  it('takes no write with it: neither comment nor label, edit nor reaction', async () => {
    await using github = await startGitHub();
    const tracker = trackerOf(github);
    const id = await tracker.createComment(1, marked('ours'));
    await github.as('ada').transferIssue(1, 'acme/other');
    expect([
      await code(tracker.createComment(1, marked('again'))),
      await code(tracker.updateComment(id, marked('changed'))),
      await code(tracker.setStateLabel(1, 'working')),
      await code(tracker.react(`comment:issue:${id}`, 'eyes')),
    ]).toEqual(['moved', 'moved', 'moved', 'moved']);
    expect(elsewhere(github)).toEqual([]);
  });
});

describe('what GitHub links with the issue', () => {
  it('is recorded: the issue it is a part of, its own parts, and pull requests that will close it', async () => {
    await using github = await startGitHub();
    const ada = github.as('ada');
    const [parent, part] = [
      await ada.openIssue({ title: 'All' }),
      await ada.openIssue({ title: 'Bit' }),
    ];
    await ada.addSubIssue(parent, 1);
    await ada.addSubIssue(1, part);
    await pushBranch(github, 'by-hand');
    const pull = await ada.openPull({
      title: 'x',
      head: 'by-hand',
      base: 'main',
      body: 'Fixes #1',
    });
    const seen = await trackerOf(github).observe(1, LOOK);
    expect(seen.issue.related).toEqual([
      { relation: 'parent-issue', target: `acme/users#${parent}` },
      { relation: 'sub-issue', target: `acme/users#${part}` },
      { relation: 'linked-pull-request', target: `acme/users#${pull}` },
    ]);
    const options = { ownComments: [], adopted: [], allow: [] };
    expect(takeSnapshot(seen, options).references.map(({ kind }) => kind)).toEqual([
      'parent-issue',
      'sub-issue',
      'linked-pull-request',
    ]);
  });
});

describe('people whose account is gone', () => {
  it('have no role, and an edit of theirs takes the comment’s authority', async () => {
    await using github = await startGitHub();
    await github.as('wes').comment(1, 'mine');
    const edited = await github.as('ada').comment(1, 'hers');
    await github.as('wes').editComment(edited, 'not hers any more');
    await github.as('wes').deleteAccount();
    const seen = Observation.parse(await trackerOf(github).observe(1, LOOK));
    expect(seen.comments).toMatchObject([
      { author: { kind: 'deleted', id: 0 }, editorKnown: true },
      { author: { login: 'ada' }, editor: null, editorKnown: false },
    ]);
    const sources = takeSnapshot(seen, { ownComments: [], adopted: [], allow: [] }).sources;
    expect(sources.slice(2).map(({ authority }) => authority)).toEqual(['none', 'none']);
  });
});

describe('the pull request on our branch', () => {
  it('is seen with everything said on it, and so are earlier ones', async () => {
    await using github = await startGitHub();
    const tracker = trackerOf(github);
    const head = await pushBranch(github);
    const draft = { head: BRANCH, base: 'main', title: 'T', body: marked('B'), marker: MARKER };
    const { number } = await tracker.openPullRequest(draft);
    const onPull = await github.as('wes').comment(number, 'Rename it.');
    const review = await github.as('ada').review(number, {
      event: 'REQUEST_CHANGES',
      body: 'Not sorted.',
      comments: [{ path: 'src/users.js', line: 1, body: 'Sort here.' }],
    });
    await github.as('rea').review(number, { event: 'APPROVE' });
    const seen = Observation.parse(await tracker.observe(1, LOOK));
    expect(seen.branch.head).toBe(head);
    expect(seen.pullRequest).toEqual({
      number,
      state: 'open',
      head,
      draft: false,
      ours: true,
      recordHead: null,
    });
    expect(seen.comments).toMatchObject([
      { place: 'pull-request', id: onPull, body: 'Rename it.' },
      { place: 'review-summary', id: review, body: 'Not sorted.' },
      { place: 'review', body: 'Sort here.', author: { login: 'ada' } },
    ]);
    await github.as('ada').closePull(number);
    await pushBranch(github, BRANCH, 'y');
    const second = await tracker.openPullRequest(draft);
    const later = await tracker.observe(1, LOOK);
    expect(later.pullRequest?.number).toBe(second.number);
    expect(later.comments.map(({ id }) => id)).toContain(onPull);
  });

  it('is a foreign one without our marker at its very beginning', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    const body = `I quote:\n${marked('x')}`;
    await github.as('rea').openPull({ title: 'Mine', head: BRANCH, base: 'main', body });
    const { pullRequest } = await trackerOf(github).observe(1, LOOK);
    expect(pullRequest).toMatchObject({ ours: false, recordHead: null });
  });
});

describe('how much one look costs', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ author: n % 2 ? 'ada' : 'wes', body: `no ${n}` }));
  const issueWith = (count: number) => ({
    issues: [{ title: 'T', body: 'B', author: 'ada', comments: numbered(count) }],
  });

  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [350, 4],
  ])('%i comments: %i request(s) besides one look-up a person', async (count, requests) => {
    await using github = await startGitHub(issueWith(count));
    const before = github.requests.length;
    const { comments } = await trackerOf(github).observe(1, LOOK);
    expect(comments.map(({ body }) => body)).toEqual(numbered(count).map(({ body }) => body));
    const paths = github.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => !path.endsWith('/permission'))).toHaveLength(requests);
    expect(paths.filter((path) => path.endsWith('/permission'))).toHaveLength(count > 0 ? 2 : 1);
  });

  it('more than the maximum is refused, never cut off', async () => {
    await using github = await startGitHub(issueWith(101));
    const look = trackerOf(github, { maximumComments: 100 }).observe(1, LOOK);
    await expect(look).rejects.toMatchObject({ code: 'too-many-comments' });
    const all = await trackerOf(github, { maximumComments: 101 }).observe(1, LOOK);
    expect(all.comments).toHaveLength(101);
  });
});
