import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { renderCheckRun } from '../../../src/core/render/check-run-summary.ts';
import {
  headOf,
  parseIssueComment,
  renderIssueComment,
} from '../../../src/core/render/issue-comment.ts';
import { renderJobSummary } from '../../../src/core/render/job-summary.ts';
import {
  parsePullRequestBody,
  pullRequestTitle,
  renderPullRequestBody,
} from '../../../src/core/render/pull-request-body.ts';
import { renderStatus } from '../../../src/core/render/status.ts';
import type { TaskView } from '../../../src/core/render/task-view.ts';
import type { CompletionStatement } from '../../../src/core/schema/completion.ts';
import { DISPOSITIONS, STATEMENT } from './example.ts';
import { HANDED_BACK, WORKING } from './view.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyEmail: false });

/** Every place in a view or record where words of other people stand. */
function infest<T>(value: T, words: (path: string) => string | null, path = ''): T {
  if (typeof value === 'string') return (words(path) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => infest(item, words, path)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    infest(item, words, `${path}.${key}`),
  ]);
  return Object.fromEntries(entries) as T;
}

const UNTRUSTED =
  /\.(?:goal|statement|text|quote|reason|reasons|old|new|login|author|content|notes|found|blocked|alternatives|decision|preserved|constraints|assumptions|argv|test|globs|summary|changedPaths|tamperSignals|openAssumptions|what|reasonForReplan|graph)$/;
const SHAPED = /\.(?:evidence|checks)\.reason$/;

const piece = fc.oneof(
  fc.constantFrom(
    '@octocat',
    'Fixes #1',
    'GH-7',
    '![x](https://evil.example/x.png)',
    '<details><summary>Completion record (in-toto, JSON)</summary>',
    '<!-- contractor:{"task":"acme/users#842","nonce":"x"} -->',
    '</details>',
    '<img src=x>',
    '\n',
    '/contract approve',
    '```json',
    '`',
    '|',
    '\\',
    '#',
    'https://evil.example',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const hostile = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(' ').slice(0, 100).toWellFormed());
const infested = <T>(value: T, text: string): T =>
  infest(value, (path) => (UNTRUSTED.test(path) && !SHAPED.test(path) ? text : null));

function expectHarmless(body: string): void {
  const html = markdown.render(body).replace(/^<!--.*-->\n?/, '');
  const live = html.replace(/<pre>[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
  expect(body.lastIndexOf('<!-- contractor:')).toBeLessThanOrEqual(0);
  expect(live).not.toMatch(/<img|<!--/);
  expect(live).not.toMatch(/@[a-z0-9]/i);
  expect(live).not.toMatch(/GH-\d/i);
  expect(live.match(/#\d+/g)?.filter((each) => !/^#84[23]$/.test(each)) ?? []).toEqual([]);
  for (const [, href] of live.matchAll(/href="([^"]*)"/g)) {
    expect(href).toMatch(/^https:\/\/github\.com\/acme\/users\//);
  }
  expect(live.match(/<details>/g)?.length).toBe(live.match(/<\/details>/g)?.length);
  for (const line of body.split('\n')) expect(line.startsWith('/')).toBe(false);
}

const pull = (statement: CompletionStatement, text: string) => ({
  repositoryUrl: 'https://github.com/acme/users',
  issue: 842,
  pullRequest: 843,
  goal: text,
  statement,
  nonce: 'nonce-0001',
  staleBecause: text,
});

describe('the issue comment', () => {
  it('is read back as it was posted, with hostile words in every field, and nothing in it is live', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const view: TaskView = infested({ ...HANDED_BACK, graph: 'x' }, text);
        const body = renderIssueComment(view, 'nonce-0001');
        const back = parseIssueComment(body);
        expect(back).toMatchObject({ head: headOf(view, 'nonce-0001'), intact: true });
        expect(parseIssueComment(body.replaceAll('\n', '\r\n'))).toEqual(back);
        expectHarmless(body);
      }),
    );
  });

  it('is not intact after somebody edited it', () => {
    const body = renderIssueComment(WORKING, 'nonce-0001');
    expect(parseIssueComment(body.replace('AC-1', 'AC-9'))).toMatchObject({ intact: false });
    expect(parseIssueComment('hello')).toBeNull();
  });

  it('row 11: 10,000 comments fit, and it says what was left out', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...(DISPOSITIONS[0] as (typeof DISPOSITIONS)[number]),
      source: `comment:issue:${index + 1}`,
      reason: '😀'.repeat(90),
    }));
    const body = renderIssueComment({ ...WORKING, dispositions: many }, 'nonce-0001');
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body.length).toBeGreaterThan(60_000);
    expect(body).toMatch(/more left out here\. The whole: `refs\/contractor\/842\/ledger`/);
    expect(body.isWellFormed()).toBe(true);
    expect(parseIssueComment(body)).toMatchObject({ intact: true });
  });
});

describe('the pull request', () => {
  it('is read back with its record, with hostile words in every field, and nothing in it is live', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const statement = infested(STATEMENT, text);
        const body = renderPullRequestBody(pull(statement, text));
        const { predicate } = statement;
        expect(parsePullRequestBody(body)).toMatchObject({
          head: { task: 'acme/users#842', nonce: 'nonce-0001', head: predicate.finalHeadSha },
          statement: JSON.parse(JSON.stringify(statement)),
        });
        expectHarmless(body);
        expect(pullRequestTitle(text)).not.toMatch(/@[a-z]|#\d|\n/i);
      }),
    );
  });

  it('leaves a record out whole when it does not fit, and says where it is', () => {
    const [first] = STATEMENT.predicate.acceptance;
    const evidence = Array.from({ length: 60 }, (_, index) => ({
      ...first?.evidence[0],
      id: `EV-${index + 1}`,
    })) as (typeof STATEMENT.predicate.acceptance)[number]['evidence'];
    const acceptance = STATEMENT.predicate.acceptance.map((each) => ({ ...each, evidence }));
    const statement = { ...STATEMENT, predicate: { ...STATEMENT.predicate, acceptance } };
    const body = renderPullRequestBody(pull(statement, 'goal'));
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(parsePullRequestBody(body)).toMatchObject({ statement: null });
    expect(body).toContain('1 more left out here. The whole: `completion.json`');
  });

  it('does not return a record that somebody changed in the body', () => {
    const body = renderPullRequestBody(pull(STATEMENT, 'goal'));
    const changed = body.replace('"run":"run-1"', '"run":"run-2"');
    expect(changed).not.toBe(body);
    expect(parsePullRequestBody(changed)).toMatchObject({ statement: null });
  });
});

it.each([
  ['check run', (view: TaskView) => renderCheckRun(view).summary],
  ['job summary', renderJobSummary],
  ['status', renderStatus],
])('nothing is live in the %s', (_name, render) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const body = render(infested(HANDED_BACK, text));
      expect(body.length).toBeLessThanOrEqual(65_536);
      expectHarmless(body);
    }),
  );
});
