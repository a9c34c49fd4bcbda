import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import { startAcme } from './support/acme.ts';

let gh: EmbeddedGitHub;

beforeAll(async () => {
  gh = await startAcme();
});

afterAll(() => gh[Symbol.asyncDispose]());

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's, and each test reads its own
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly type?: string }[];
}

async function ask(query: string, variables: object = {}, token = gh.token()): Promise<Answer> {
  const answer = await fetch(gh.graphqlUrl, {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

const inRepository = (selection: string) =>
  `{ repository(owner: "acme", name: "users") { ${selection} } }`;

describe('what REST does not tell', () => {
  it('says who edited a comment last, and when', async () => {
    const id = await gh.as('out').comment(1, 'Mine');
    await gh.as('wil').editComment(id, 'Yours');
    const comments = `comments(last: 1) { totalCount nodes {
      databaseId body lastEditedAt includesCreatedEdit isMinimized
      author { login __typename ... on User { databaseId } } editor { login }
      userContentEdits(first: 10) { totalCount nodes { editor { login } diff } }
    } }`;
    const { data } = await ask(inRepository(`issue(number: 1) { ${comments} }`));
    expect(data.repository.issue.comments.nodes[0]).toMatchObject({
      databaseId: id,
      body: 'Yours',
      author: { login: 'out', __typename: 'User' },
      editor: { login: 'wil' },
      lastEditedAt: expect.stringMatching(/^\d{4}-.*:\d\dZ$/),
      userContentEdits: {
        totalCount: 2,
        nodes: [
          { editor: { login: 'wil' }, diff: 'Yours' },
          { editor: { login: 'out' }, diff: 'Mine' },
        ],
      },
    });
  });

  it('says who edited the issue, which a new title does not count as', async () => {
    const number = await gh.as('out').openIssue({ title: 'A', body: 'a' });
    const editor = async () =>
      (await ask(inRepository(`issue(number: ${number}) { editor { login } lastEditedAt title }`)))
        .data.repository.issue;
    await gh.as('ada').editIssue(number, { title: 'B' });
    expect(await editor()).toEqual({ editor: null, lastEditedAt: null, title: 'B' });
    await gh.as('ada').editIssue(number, { body: 'b' });
    expect(await editor()).toMatchObject({ editor: { login: 'ada' } });
  });

  it('hides and shows comments', async () => {
    const id = await gh.as('out').comment(1, 'Spam');
    const minimized = async () => {
      const selection =
        'issue(number: 1) { comments(last: 1) { nodes { id isMinimized minimizedReason } } }';
      return (await ask(inRepository(selection))).data.repository.issue.comments.nodes[0];
    };
    const mutation = `mutation Hide($id: ID!) {
      minimizeComment(input: { subjectId: $id, classifier: OFF_TOPIC }) { minimizedComment { isMinimized } }
    }`;
    const hidden = await ask(mutation, { id: (await minimized()).id });
    expect(hidden.data.minimizeComment).toEqual({ minimizedComment: { isMinimized: true } });
    expect(await minimized()).toMatchObject({ isMinimized: true, minimizedReason: 'off-topic' });
    await gh.as('ada').minimizeComment(id, null);
    expect(await minimized()).toMatchObject({ isMinimized: false, minimizedReason: null });
  });

  it('names a bot without the [bot] of REST, as a Bot', async () => {
    const { data } = await ask('{ viewer { __typename login databaseId } }');
    expect(data.viewer).toMatchObject({ login: 'github-actions[bot]', databaseId: 41898282 });
    const bot = 'author { __typename login ... on Bot { databaseId } }';
    await fetch(`${gh.apiUrl}/repos/acme/users/issues/1/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gh.token()}` },
      body: JSON.stringify({ body: 'Beep' }),
    });
    const comments = await ask(
      inRepository(`issue(number: 1) { comments(last: 1) { nodes { ${bot} } } }`),
    );
    expect(comments.data.repository.issue.comments.nodes[0].author).toEqual({
      __typename: 'Bot',
      login: 'github-actions',
      databaseId: 41898282,
    });
  });
});

describe('the history', () => {
  it('says who labelled, assigned and renamed, in the order it was done', async () => {
    const ada = gh.as('ada');
    const number = await ada.openIssue({ title: 'A' });
    await ada.editIssue(number, { title: 'B' });
    await ada.addLabel(number, 'go');
    await gh.as('tri').assign(number, 'wil');
    await gh.as('out').comment(number, 'Thanks');
    const items = async (args: string) => {
      const nodes = `nodes { __typename
        ... on RenamedTitleEvent { actor { login } previousTitle }
        ... on LabeledEvent { actor { login } label { name } }
        ... on AssignedEvent { actor { login } assignee { ... on User { login } } }
        ... on IssueComment { body } }`;
      const selection = `issue(number: ${number}) { timelineItems(${args}) { totalCount ${nodes} } }`;
      return (await ask(inRepository(selection))).data.repository.issue.timelineItems;
    };
    expect((await items('first: 10')).nodes).toEqual([
      { __typename: 'RenamedTitleEvent', actor: { login: 'ada' }, previousTitle: 'A' },
      { __typename: 'LabeledEvent', actor: { login: 'ada' }, label: { name: 'go' } },
      { __typename: 'AssignedEvent', actor: { login: 'tri' }, assignee: { login: 'wil' } },
      { __typename: 'IssueComment', body: 'Thanks' },
    ]);
    expect(await items('last: 1, itemTypes: [RENAMED_TITLE_EVENT, LABELED_EVENT]')).toMatchObject({
      totalCount: 4,
      nodes: [{ __typename: 'LabeledEvent' }],
    });
  });
});

describe('pages', () => {
  it('go forward and back with cursors', async () => {
    const number = await gh.as('ada').openIssue({ title: 'Long' });
    for (let i = 0; i < 5; i += 1) await gh.as('ada').comment(number, `${i}`);
    const page = async (args: string) => {
      const selection = `comments(${args}) { nodes { body } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
      const { data } = await ask(inRepository(`issue(number: ${number}) { ${selection} }`));
      const { nodes, pageInfo } = data.repository.issue.comments;
      return { bodies: nodes.map((n: { body: string }) => n.body).join(''), ...pageInfo };
    };
    const first = await page('first: 2');
    expect(first).toMatchObject({ bodies: '01', hasNextPage: true, hasPreviousPage: false });
    const second = await page(`first: 2, after: "${first.endCursor}"`);
    expect(second).toMatchObject({ bodies: '23', hasNextPage: true, hasPreviousPage: true });
    expect(await page(`last: 2, before: "${second.startCursor}"`)).toMatchObject({ bodies: '01' });
    expect(await page('last: 1')).toMatchObject({ bodies: '4', hasNextPage: false });
  });

  it.each([
    ['comments { totalCount }', /must provide a `first` or `last`/],
    ['comments(first: 101) { totalCount }', /exceeds the `first` limit of 100/],
  ])('refuses %s', async (selection, says) => {
    const { errors } = await ask(inRepository(`issue(number: 1) { ${selection} }`));
    expect(errors?.[0]?.message).toMatch(says);
  });
});

describe('pull requests', () => {
  it('become drafts and ready, and have threads that are resolved', async () => {
    const ada = gh.as('ada');
    const sha = await gh.as('wil').pushFiles('feature', { 'a.txt': 'a\n' });
    const number = await gh.as('wil').openPull({ title: 'T', head: 'feature', base: 'main' });
    await ada.reviewComment(number, { path: 'a.txt', line: 1, body: 'Hm' });
    const fields = `id isDraft state merged headRefOid reviews(first: 1) { nodes { state } }
      reviewThreads(first: 10) { nodes { id isResolved path comments(first: 10) { nodes { body author { login } } } } }`;
    const pull = async () =>
      (await ask(inRepository(`pullRequest(number: ${number}) { ${fields} }`))).data.repository
        .pullRequest;
    const before = await pull();
    expect(before).toMatchObject({ isDraft: false, state: 'OPEN', headRefOid: sha });
    const inThread = 'comments(first: 1) { nodes { id } }';
    const threads = inRepository(
      `pullRequest(number: ${number}) { reviewThreads(first: 1) { nodes { ${inThread} } } }`,
    );
    const [thread] = (await ask(threads)).data.repository.pullRequest.reviewThreads.nodes;
    const hide = `mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: SPAM }) { minimizedComment { isMinimized } } }`;
    await ask(hide, { id: thread.comments.nodes[0].id });
    const node = `query ($id: ID!) { node(id: $id) { ... on PullRequestReviewComment { body isMinimized } } }`;
    const { data } = await ask(node, { id: thread.comments.nodes[0].id });
    expect(data.node).toEqual({ body: 'Hm', isMinimized: true });
    const draft = `mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;
    expect(
      (await ask(draft, { id: before.id })).data.convertPullRequestToDraft.pullRequest.isDraft,
    ).toBe(true);
    const resolve = `mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }`;
    await ask(resolve, { id: before.reviewThreads.nodes[0].id });
    expect(await pull()).toMatchObject({
      isDraft: true,
      reviewThreads: { nodes: [{ isResolved: true, path: 'a.txt' }] },
    });
    const ready = `mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;
    expect(
      (await ask(ready, { id: before.id })).data.markPullRequestReadyForReview.pullRequest.isDraft,
    ).toBe(false);
    const either = await ask(inRepository(`issueOrPullRequest(number: ${number}) { __typename }`));
    expect(either.data.repository.issueOrPullRequest).toEqual({ __typename: 'PullRequest' });
  });
});

describe('errors, in GitHub’s shape', () => {
  it.each([
    [
      'a field GitHub does not have',
      '{ viewer { shoeSize } }',
      /Cannot query field "shoeSize"/,
      undefined,
    ],
    ['no query', '', /query attribute must be specified/, undefined],
    ['broken syntax', '{ viewer {', /Syntax Error/, undefined],
    [
      'an unknown issue',
      inRepository('issue(number: 999) { title }'),
      /Could not resolve to an Issue/,
      'NOT_FOUND',
    ],
    [
      'another repository',
      '{ repository(owner: "a", name: "b") { id } }',
      /Could not resolve to a Repository/,
      'NOT_FOUND',
    ],
    [
      'what we have no answer for',
      inRepository('stargazerCount'),
      /no answer for Repository.stargazerCount/,
      undefined,
    ],
  ])('%s', async (_, query, says, type) => {
    const { errors } = await ask(query);
    expect(errors?.[0]?.message).toMatch(says);
    expect(errors?.[0]?.type).toBe(type);
  });

  it('refuses a mutation the token has no permission for', async () => {
    const { data } = await ask(inRepository('issue(number: 1) { id }'));
    const mutation = `mutation ($id: ID!) { addComment(input: { subjectId: $id, body: "x" }) { subject { id } } }`;
    const id = data.repository.issue.id;
    const { errors } = await ask(mutation, { id }, gh.token({ permissions: { issues: 'read' } }));
    expect(errors?.[0]).toMatchObject({
      type: 'FORBIDDEN',
      message: 'Resource not accessible by integration',
    });
  });

  it('answers nobody without a token', async () => {
    const answer = await fetch(gh.graphqlUrl, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });
});
