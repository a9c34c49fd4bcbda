import { expect } from 'vitest';
import type { EmbeddedGitHub } from '../../../../src/simulate/github/embedded-github.ts';
import type { TokenPermissions } from '../../../../src/simulate/github/records.ts';
import { startAcme } from './acme.ts';
import { faultsOfAnswer } from './openapi.ts';

/** What there is to be refused about. */
export interface Facts {
  readonly lockedIssue: number;
  readonly deletedIssue: number;
  readonly movedIssue: number;
  readonly outsidersComment: number;
  /** Of the branch `feature`, which has an open pull request, #5. */
  readonly head: string;
  readonly base: string;
  /** A check run of another app. */
  readonly foreignRun: number;
}

/** Who asks: a person by login, or a workflow's token with these permissions; undefined is nobody. */
export type Who = string | TokenPermissions | undefined;
export type Call = readonly [method: string, path: string, body?: unknown];

export interface Case {
  readonly what: string;
  readonly who: Who;
  readonly call: (facts: Facts) => Call;
  readonly status: number;
  readonly says: string | RegExp;
}

interface Answer {
  readonly status: number;
  readonly url: string;
  readonly body: { readonly message?: string; readonly errors?: unknown; readonly id?: number };
}

export const all: TokenPermissions = {
  checks: 'write',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
};

/** A GitHub on which much must be refused. */
export class Refusing {
  readonly gh: EmbeddedGitHub;
  #facts: Facts | undefined;

  private constructor(gh: EmbeddedGitHub) {
    this.gh = gh;
  }

  static async start(): Promise<Refusing> {
    const apps = [{ id: 7, slug: 'contractor', permissions: { checks: 'write' } as const }];
    const refusing = new Refusing(await startAcme({ apps }));
    refusing.#facts = await refusing.#prepare();
    return refusing;
  }

  async #prepare(): Promise<Facts> {
    const ada = this.gh.as('ada');
    const lockedIssue = await ada.openIssue({ title: 'Locked' });
    await ada.lock(lockedIssue);
    const deletedIssue = await ada.openIssue({ title: 'Deleted' });
    await ada.deleteIssue(deletedIssue);
    const movedIssue = await ada.openIssue({ title: 'Moved' });
    await ada.transferIssue(movedIssue, 'acme/other');
    const outsidersComment = await this.gh.as('out').comment(1, 'Me too');
    const head = await ada.pushFiles('feature', { 'a.txt': 'a\n' });
    await ada.moveBranch('same', 'main');
    await ada.openPull({ title: 'Feature', head: 'feature', base: 'main' });
    const made = await this.ask('contractor', [
      'POST',
      '/check-runs',
      { name: 'x', head_sha: head },
    ]);
    const foreignRun = made.body.id ?? 0;
    const base = (await this.gh.refs()).get('refs/heads/main') ?? '';
    return { lockedIssue, deletedIssue, movedIssue, outsidersComment, head, base, foreignRun };
  }

  async ask(who: Who, [method, path, body]: Call): Promise<Answer> {
    const url = path.startsWith('/user') ? path : `/repos/acme/users${path}`;
    const token = this.#token(who);
    const answer = await fetch(`${this.gh.apiUrl}${url}`, {
      method,
      redirect: 'manual',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, url, body: text === '' ? {} : JSON.parse(text) };
  }

  /** It is refused in the right words and shape, and nothing has changed. */
  async check({ who, call, status, says }: Case): Promise<void> {
    const [method, path, body] = call(this.#facts as Facts);
    const before = this.#state();
    const answer = await this.ask(who, [method, path, body]);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(says);
    expect(this.#state()).toBe(before);
    const faults = faultsOfAnswer(method, answer.url, status, answer.body);
    expect(faults.filter((fault) => !/not described|no body/.test(fault))).toEqual([]);
  }

  #token(who: Who): string | undefined {
    if (who === undefined || who === 'nonsense') return who;
    return this.gh.token(typeof who === 'string' ? { actor: who } : { permissions: who });
  }

  #state(): string {
    return JSON.stringify([this.gh.issues(), this.gh.comments(1), this.gh.deliveries.length]);
  }
}
