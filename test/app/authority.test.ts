import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHORITY, atLeast } from '../../src/core/rules/request/authority.ts';
import type { TaskState } from '../../src/core/run/state.ts';
import type { Actor, Role, Verb } from '../../src/core/schema/actor.ts';
import type { Observation } from '../../src/core/schema/observation.ts';
import { asApp, Product } from './support/product.ts';

/** Everybody who can do something here, and what they are. */
const PEOPLE = [
  { login: 'nora', permission: 'none' },
  { login: 'rea', permission: 'read' },
  { login: 'tri', permission: 'triage' },
  { login: 'wes', permission: 'write' },
  { login: 'mia', permission: 'maintain' },
  { login: 'ada', permission: 'admin' },
  { login: 'auth', permission: 'read' },
  { login: 'manny', permission: 'write' },
] as const;
/** Each deletes the account right after it spoke. */
const LEAVING = Array.from({ length: 60 }, (_, n) => ({
  login: `leaver-${n}`,
  permission: 'write' as const,
}));
const APPS = ['friend', 'stranger'] as const;
const GRANTS = { issues: 'write', contents: 'write', pull_requests: 'write' } as const;

interface Who {
  name: string;
  /** Role that counts; null for those who never have one. */
  role: Role | null;
  app: 'allowed' | 'other' | null;
  /** The author of the issue. */
  author: boolean;
}
const GONE = new Set(['leaver', 'manny']);

const EVERYBODY: Who[] = [
  ...PEOPLE.map(({ login, permission }) => ({
    name: login,
    // Everybody may read a public repository.
    role: GONE.has(login) ? null : permission === 'none' ? ('read' as const) : permission,
    app: null,
    author: login === 'auth',
  })),
  { name: 'leaver', role: null, app: null, author: false },
  { name: 'friend', role: null, app: 'allowed', author: false },
  { name: 'stranger', role: null, app: 'other', author: false },
];

/** What the one table says; nobody’s role can be read when the look-up fails, and an App’s is not looked up. */
function may(verb: Verb, { role: known, app, author }: Who, lookUpFails = false): boolean {
  const rule = AUTHORITY[verb];
  const role = lookUpFails ? null : known;
  if (app !== null) return app === 'allowed' && atLeast('write', rule.least);
  return (author && rule.author) || (role !== null && atLeast(role, rule.least));
}

const NOBODY: Who = { name: '', role: null, app: null, author: false };

const FILES = { 'README.md': '# Greet\n', 'src/greet.js': 'export const greet = () => "hi";\n' };
const ISSUE = { title: 'Greet people', body: 'The greeting must name people.', author: 'auth' };

/** A mannequin of an import, which the embedded GitHub has not. */
function asGitHubShows(seen: Observation): Observation {
  const shown = (actor: Actor): Actor =>
    actor.login === 'manny' ? { ...actor, kind: 'bot' } : actor;
  const comments = seen.comments.map((c) => ({
    ...c,
    author: shown(c.author),
    editor: c.editor && shown(c.editor),
  }));
  return { ...seen, comments };
}

let product: Product;
let allowed = 0;

beforeAll(async () => {
  product = await Product.start({
    files: FILES,
    people: [...PEOPLE, ...LEAVING],
    apps: APPS.map((slug, n) => ({ id: 900 + n, slug, permissions: GRANTS })),
    labels: ['contractor'],
    issues: Array.from({ length: 80 }, () => ISSUE),
  });
  const { user } = await asApp(product.github, 'friend', 'issues/80/comments', { body: 'hello' });
  allowed = user.id;
  product.configure(`approval: required\ntrigger: { assignee: wes }\nallow: [${allowed}]\n`);
  product.wrap = (ports) => ({
    ...ports,
    tracker: {
      ...ports.tracker,
      observe: async (...asked) => asGitHubShows(await ports.tracker.observe(...asked)),
    },
  });
});
afterAll(() => product[Symbol.asyncDispose]());

const LOOK_UP = { path: /\/collaborators\/[^/]+\/permission$/ };

type Place = 'issue' | 'pull-request' | 'review' | 'review-summary';

async function say(who: Who, issue: number, place: Place, pull: number, body: string) {
  const { github } = product;
  if (who.app !== null) {
    const number = place === 'issue' ? issue : pull;
    return (await asApp(github, who.name, `issues/${number}/comments`, { body })).id;
  }
  if (who.name === 'leaver') return sayAndLeave(issue, place, pull, body);
  const person = github.as(who.name);
  switch (place) {
    case 'issue':
      return person.comment(issue, body);
    case 'pull-request':
      return person.comment(pull, body);
    case 'review-summary':
      return person.review(pull, { event: 'COMMENT', body });
    case 'review':
      return person.reviewComment(pull, { body, path: 'src/greet.js', line: 1 });
  }
}

async function sayAndLeave(issue: number, place: Place, pull: number, body: string) {
  const name = LEAVING.shift()?.login ?? '';
  const id: number = await say({ ...NOBODY, name }, issue, place, pull, body);
  await product.github.as(name).deleteAccount();
  return id;
}

async function started(issue: number): Promise<TaskState> {
  const { state } = await product.on('issues', () =>
    product.github.as('ada').addLabel(issue, 'contractor'),
  );
  expect(state.contract).not.toBeNull();
  return state;
}

/** Everybody says it, one look follows; who was heard? */
async function heard(
  issue: number,
  place: Place,
  pull: number,
  words: (who: Who) => string,
): Promise<{ state: TaskState; yes: string[] }> {
  const said: [Who, number][] = [];
  const { state } = await product.on('issue_comment', async () => {
    for (const who of EVERYBODY.filter((w) => w.app === null || place !== 'review'))
      said.push([who, await say(who, issue, place, pull, words(who))]);
    await product.github.as('ada').comment(issue, 'Thanks!');
  });
  const outcomes = new Map(state.dispositions.map((d) => [d.source.split(':')[2], d.outcome]));
  for (const [who, id] of said) expect(outcomes.has(String(id)), who.name).toBe(true);
  const yes = said.filter(([, id]) => outcomes.get(String(id)) !== 'not-authorised');
  return { state, yes: yes.map(([who]) => who.name) };
}

const expected = (verb: Verb, place: Place = 'issue') =>
  EVERYBODY.filter((w) => w.app === null || place !== 'review')
    .filter((who) => may(verb, who))
    .map(({ name }) => name);

describe('authority on a task, each cell by a comment of that person or App', () => {
  const FORMS: [Verb, string, (who: Who) => string][] = [
    ['amend', 'a command', () => '/contract amend The greeting must end with a dot.'],
    ['amend', 'plain words', ({ name }) => `The greeting must also mention ${name}.`],
    ['decide', 'a command', () => '/contract decide 1'],
    ['approve', 'a command', () => '/contract approve'],
    ['start', 'resume', () => '/contract resume'],
    ['start', 'replan', () => '/contract replan the other way round'],
    ['start', 'verify', () => '/contract verify'],
    ['start', 'preview', () => '/contract preview'],
    ['start', 'plan', () => '/contract plan'],
    ['ask', 'status', () => '/contract status'],
    ['ask', 'help', () => '/contract help'],
    ['stop', 'a command', () => '/contract stop'],
  ];

  it.each(FORMS.map((form, n) => [...form, n + 1] as const))(
    '%s, by %s',
    async (verb, _, words, issue) => {
      await started(issue);
      const { state, yes } = await heard(issue, 'issue', 0, words);
      expect(yes).toEqual(expected(verb));
      if (verb === 'approve')
        expect(state.approval.by.map(({ login }) => login.replace('[bot]', ''))).toEqual(yes);
    },
  );

  it.each([
    ['404', 70],
    ['500-before', 71],
  ] as const)(
    'every verb, when every look-up of a role fails with %s: it means no',
    async (fault, issue) => {
      await started(issue);
      const said: { verb: Verb; who: Who; id: number; words: string }[] = [];
      const { state } = await product.on('issue_comment', async () => {
        for (const [verb, , form] of FORMS)
          for (const who of EVERYBODY) {
            const words = form(who);
            said.push({ verb, who, words, id: await say(who, issue, 'issue', 0, words) });
          }
        product.github.faults.inject({ kind: fault, match: LOOK_UP, times: 10_000 });
      });
      product.github.faults.clear();
      const outcomes = new Map(state.dispositions.map((d) => [d.source.split(':')[2], d.outcome]));
      for (const { verb, who, words, id } of said)
        expect(outcomes.get(String(id)) !== 'not-authorised', `${who.name}: ${words}`).toBe(
          may(verb, who, true),
        );
    },
  );

  it('amend, on the pull request: a comment, a review, a comment on a line', async () => {
    await started(20);
    const { github } = product;
    await github.as('ada').pushFiles('contractor/issue-20', { 'src/greet.js': 'changed\n' });
    const pull = await github
      .as('ada')
      .openPull({ title: 'x', head: 'contractor/issue-20', base: 'main', body: '' });
    for (const place of ['pull-request', 'review-summary', 'review'] as const) {
      const words = ({ name }: Who) => `The greeting must also mention ${name} and ${place}.`;
      const { yes } = await heard(20, place, pull, words);
      expect(yes, place).toEqual(expected('amend', place));
    }
  });

  it('adopt makes an outsider’s words an amendment of whoever adopts them', async () => {
    await started(21);
    const { github } = product;
    let text = 0;
    await product.on('issue_comment', async () => {
      text = await github.as('rea').comment(21, 'It must sing, too.');
    });
    const { state, yes } = await heard(21, 'issue', 0, () => `/contract adopt ${text}`);
    expect(yes).toEqual(expected('amend'));
    const amendment = state.amendments.find(({ source }) => source === `comment:issue:${text}`);
    expect(amendment?.by.login).toBe('wes');
    expect(state.contract?.acceptance.map((c) => c.statement)).toContain('It must sing, too.');
  });

  it('a text has the lower of both authorities: author and editor', async () => {
    await started(22);
    const { github } = product;
    const theirs = await github.as('rea').comment(22, 'x');
    const apps = await github.as('rea').comment(22, 'y');
    const ours = await github.as('wes').comment(22, 'z');
    const { state } = await product.on('issue_comment', async () => {
      await github.as('ada').editComment(theirs, 'It must be edited by ada.');
      await asApp(
        github,
        'friend',
        `issues/comments/${apps}`,
        { body: 'It must be edited by the app.' },
        'PATCH',
      );
      await github.as('mia').editComment(ours, 'It must be edited by mia.');
    });
    const outcome = (id: number) =>
      state.dispositions.findLast((d) => d.source === `comment:issue:${id}`)?.outcome;
    expect([outcome(theirs), outcome(apps), outcome(ours)]).toEqual([
      'not-authorised',
      'not-authorised',
      'amendment',
    ]);
  });
});

describe('authority to start a task, each cell by an event of that person or App', () => {
  const ACTS: [string, string, (who: Who, issue: number) => Promise<unknown>][] = [
    ['label', 'issues', (who, issue) => label(who, issue)],
    ['assignment', 'issues', (who, issue) => assign(who, issue)],
    ['comment', 'issue_comment', (who, issue) => say(who, issue, 'issue', 0, '/contract')],
  ];
  const label = (who: Who, issue: number): Promise<unknown> =>
    who.app === null
      ? product.github.as(who.name).addLabel(issue, 'contractor')
      : asApp(product.github, who.name, `issues/${issue}/labels`, { labels: ['contractor'] });
  const assign = (who: Who, issue: number): Promise<unknown> =>
    who.app === null
      ? product.github.as(who.name).assign(issue, 'wes')
      : asApp(product.github, who.name, `issues/${issue}/assignees`, { assignees: ['wes'] });

  it.each(ACTS.map((act, n) => [...act, 24 + n * EVERYBODY.length] as const))(
    'by a %s',
    async (_, event, act, first) => {
      // An account that is gone labels nothing and wakes nobody; its comments stay.
      const actors = EVERYBODY.filter(({ name }) => !GONE.has(name));
      const yes: string[] = [];
      for (const [n, who] of actors.entries()) {
        const before = product.github.deliveries.length;
        try {
          const { state } = await product.on(event, () => act(who, first + n));
          if (state.contract !== null) yes.push(who.name);
        } catch (error) {
          // GitHub itself refuses: nothing was sent that could wake anybody.
          expect(product.github.deliveries.length, String(error)).toBe(before);
        }
      }
      expect(yes).toEqual(actors.filter((who) => may('start', who)).map(({ name }) => name));
    },
  );

  it.each([
    ['404', 67],
    ['500-before', 68],
  ] as const)('a look-up that fails with %s means no, whoever asks', async (fault, issue) => {
    const { github } = product;
    for (const [, event, act] of ACTS) {
      const { nothing, state } = await product.on(event, async () => {
        await act({ ...NOBODY, name: 'ada' }, issue);
        github.faults.inject({ kind: fault, match: LOOK_UP, times: 10_000 });
      });
      github.faults.clear();
      expect([nothing, state.contract]).toEqual(['no-permission', null]);
    }
  });
});
