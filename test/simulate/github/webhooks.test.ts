import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhooks as Verifier } from '@octokit/webhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import type { Delivery } from '../../../src/simulate/github/webhooks.ts';
import { startAcme } from './support/acme.ts';

let gh: EmbeddedGitHub;
let heard: Delivery[];

beforeEach(async () => {
  gh = await startAcme();
  heard = [];
  gh.onWebhook((delivery) => void heard.push(delivery), 'secret');
});

afterEach(() => gh[Symbol.asyncDispose]());

async function bodies(): Promise<unknown[]> {
  await gh.settled();
  return heard.map(({ payload }) => (payload.comment as { body: string }).body);
}

async function say(...words: string[]): Promise<void> {
  for (const word of words) await gh.as('ada').comment(1, word);
}

it('signs deliveries, each with an id of its own', async () => {
  await say('one', 'two');
  await gh.settled();
  const verifier = new Verifier({ secret: 'secret' });
  for (const { body, headers, id, event } of heard) {
    expect(await verifier.verify(body, headers['x-hub-signature-256'] ?? '')).toBe(true);
    expect(headers).toMatchObject({ 'x-github-delivery': id, 'x-github-event': event });
  }
  expect(new Set(heard.map(({ id }) => id)).size).toBe(2);
});

it('posts them to an address', async () => {
  const got: unknown[] = [];
  const server = createServer((request, response) => {
    got.push(request.headers['x-github-event']);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gh.deliverTo(`http://127.0.0.1:${port}/hook`, 'secret');
  await say('one');
  await gh.settled();
  server.close();
  expect(got).toEqual(['issue_comment']);
});

it('goes on when a listener fails', async () => {
  gh.onWebhook(() => {
    throw new Error('not at home');
  });
  await say('one', 'two');
  expect(await bodies()).toEqual(['one', 'two']);
});

describe('faults', () => {
  it.each([
    ['drop', ['two', 'three']],
    ['double', ['one', 'one', 'two', 'three']],
    ['reorder', ['two', 'one', 'three']],
  ] as const)('%s', async (fault, expected) => {
    gh.faults.injectWebhook(fault);
    await say('one', 'two', 'three');
    expect(await bodies()).toEqual(expected);
    expect(gh.deliveries).toHaveLength(3);
  });

  it('delivers a held one at last, and a doubled one under the same id', async () => {
    gh.faults.injectWebhook('reorder');
    await say('one');
    expect(await bodies()).toEqual(['one']);
    gh.faults.injectWebhook('double');
    await say('two');
    await gh.settled();
    expect(heard[1]?.id).toBe(heard[2]?.id);
  });
});

describe('payloads', () => {
  it('shows what a comment said before an edit', async () => {
    const id = await gh.as('out').comment(1, 'Before');
    await gh.as('wil').editComment(id, 'After');
    await gh.settled();
    expect(heard.at(-1)?.payload).toMatchObject({
      action: 'edited',
      changes: { body: { from: 'Before' } },
      comment: { body: 'After', user: { login: 'out' } },
      sender: { login: 'wil' },
    });
  });

  it('shows title and body of an issue before an edit, and nothing where nothing changed', async () => {
    await gh.as('out').editIssue(1, { title: 'New', body: 'Please add --json.' });
    await gh.as('out').editIssue(1, { title: 'New' });
    await gh.settled();
    expect(heard.map(({ payload }) => payload.changes)).toEqual([
      { title: { from: 'List users as JSON' } },
    ]);
  });

  it('keeps the moment it was emitted', async () => {
    await say('one');
    await gh.as('ada').editIssue(1, { title: 'Later' });
    await gh.settled();
    expect(heard[0]?.payload.issue).toMatchObject({ title: 'List users as JSON' });
  });

  it('says which installation hears it, where an app is installed', async () => {
    const apps = [{ id: 7, slug: 'contractor', permissions: { issues: 'write' } as const }];
    await using other = await startAcme({ apps });
    await other.as('ada').comment(1, 'Hi');
    expect(other.deliveries[0]?.payload.installation).toMatchObject({ id: expect.any(Number) });
  });
});
