import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from '@octokit/rest';
import { type ScratchClone, scratchClone } from './scratch-clone.ts';

/** What the assumptions are tried on: made when it is first needed, taken away by `cleanUp`. */
export interface Fixture {
  octokit: Octokit;
  owner: string;
  repo: string;
  /** In every name, so that two runs do not meet and leftovers can be found. */
  mark: string;
  /** Default branch and its commit. */
  base(): Promise<{ branch: string; sha: string }>;
  issue(): Promise<number>;
  /** A comment on the issue, edited never. */
  comment(): Promise<{ id: number; body: string }>;
  /** A branch with one commit over the base, and an open pull request for it. */
  pull(): Promise<{ number: number; branch: string; sha: string }>;
  clone(): Promise<ScratchClone>;
  /** Runs when all is done, the last first. */
  later(what: string, undo: () => Promise<unknown>): void;
  /** Undoes everything; returns what could not be undone. */
  cleanUp(): Promise<string[]>;
}

/** The first line is an HTML comment, as everything we post has one. */
const MARKER = '<!-- contractor:{"task":"smoke"} -->';

export function createFixture(
  octokit: Octokit,
  { owner, repo, token }: { owner: string; repo: string; token: string },
): Fixture {
  const at = { owner, repo };
  const mark = `contractor-smoke-${randomBytes(4).toString('hex')}`;
  const undos: { what: string; undo: () => Promise<unknown> }[] = [];
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  const fixture: Fixture = {
    octokit,
    owner,
    repo,
    mark,
    later: (what, undo) => void undos.unshift({ what, undo }),
    base: once(async () => {
      const { data } = await octokit.rest.repos.get(at);
      const branch = data.default_branch;
      const ref = await octokit.rest.git.getRef({ ...at, ref: `heads/${branch}` });
      return { branch, sha: ref.data.object.sha };
    }),
    clone: once(async () => {
      const { data } = await octokit.rest.repos.get(at);
      const clone = await scratchClone(data.clone_url, token);
      fixture.later('the clone', () => clone.remove());
      return clone;
    }),
    issue: once(async () => {
      const { data } = await octokit.rest.issues.create({ ...at, title: mark, body: 'Scratch.' });
      fixture.later(`issue #${data.number}`, () =>
        octokit.rest.issues.update({ ...at, issue_number: data.number, state: 'closed' }),
      );
      return data.number;
    }),
    comment: once(async () => {
      const body = `${MARKER}\n**${mark}**`;
      const { data } = await octokit.rest.issues.createComment({
        ...at,
        issue_number: await fixture.issue(),
        body,
      });
      fixture.later(`comment ${data.id}`, () =>
        octokit.rest.issues.deleteComment({ ...at, comment_id: data.id }),
      );
      return { id: data.id, body };
    }),
    pull: once(async () => {
      const base = await fixture.base();
      const clone = await fixture.clone();
      const sha = await clone.commit(base.sha, `${mark}.txt`);
      await clone.push(`refs/heads/${mark}`, sha, null);
      fixture.later(`branch ${mark}`, () =>
        octokit.rest.git.deleteRef({ ...at, ref: `heads/${mark}` }),
      );
      const { data } = await octokit.rest.pulls.create({
        ...at,
        head: mark,
        base: base.branch,
        title: mark,
        body: MARKER,
      });
      fixture.later(`pull request #${data.number}`, () =>
        octokit.rest.pulls.update({ ...at, pull_number: data.number, state: 'closed' }),
      );
      return { number: data.number, branch: mark, sha };
    }),
    cleanUp: async () => {
      const left: string[] = [];
      for (const { what, undo } of undos.splice(0)) await undo().catch(() => left.push(what));
      return left;
    },
  };
  return fixture;
}

/** Asks again, some ten seconds long, until the answer is the one that is waited for. */
export async function eventually<T>(ask: () => Promise<T>, want: (answer: T) => boolean) {
  let answer = await ask();
  for (let tries = 0; tries < 20 && !want(answer); tries += 1) {
    await sleep(500);
    answer = await ask();
  }
  return answer;
}
