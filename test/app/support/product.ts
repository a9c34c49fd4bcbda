import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTracker } from '../../../src/adapters/github/tracker.ts';
import type { LookResult } from '../../../src/app/look.ts';
import { parseConfiguration } from '../../../src/core/rules/configuration/configuration.ts';
import { webhookTrigger } from '../../../src/core/rules/request/webhook-trigger.ts';
import { composeRepository, systemClock } from '../../../src/entry/compose.ts';
import type { Ports } from '../../../src/ports.ts';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../src/simulate/github/embedded-github.ts';
import type { EmbeddedGitHubSeed } from '../../../src/simulate/github/seed.ts';
import { inputFor } from '../../support/input-for.ts';

/** The whole product in this process, on an embedded GitHub whose webhooks wake it, one look each when asked to. */
export class Product implements AsyncDisposable {
  readonly github: EmbeddedGitHub;
  /** What everybody’s clock is ahead by: GitHub’s times have whole seconds, and people take longer than that. */
  skewMs = 0;
  /** Changes what the next looks go through. */
  wrap: (ports: Ports) => Ports = (ports) => ports;
  readonly #directory: string;
  #run = 0;

  static async start(
    seed: Omit<EmbeddedGitHubSeed, 'repository'>,
    configuration = 'approval: required\n',
  ): Promise<Product> {
    const directory = await mkdtemp(join(tmpdir(), 'product-'));
    const holder: { product: Product | null } = { product: null };
    const now = () => new Date(Date.now() + (holder.product?.skewMs ?? 0));
    const repository = { owner: 'acme', name: 'greet' };
    const github = await startEmbeddedGitHub({ ...seed, repository, now });
    const product = new Product(github, directory, configuration);
    holder.product = product;
    return product;
  }

  #configuration: string;

  constructor(github: EmbeddedGitHub, directory: string, configuration: string) {
    this.github = github;
    this.#directory = directory;
    this.#configuration = configuration;
  }

  /** Another configuration for the looks to come. */
  configure(text: string): void {
    this.#configuration = text;
  }

  /** Somebody does something a minute later, and the product looks at what the webhook of that name says. */
  async on(event: string, act: () => Promise<unknown>): Promise<LookResult> {
    this.skewMs += 60_000;
    await act();
    await this.github.settled();
    this.skewMs += 60_000;
    const delivery = this.github.deliveries.findLast((each) => each.event === event);
    if (!delivery) throw new Error(`GitHub sent no ${event}`);
    const at = new Date(Date.now() + this.skewMs).toISOString();
    const wake = webhookTrigger(event, delivery.payload, { at, branchPrefix: 'contractor/' });
    if ('nothing' in wake || wake.target === 'all') throw new Error('it wakes nobody');
    const { trigger, label, assignee } = wake;
    const issue = 'issue' in wake.target ? wake.target.issue : 1;
    return this.look(issue, trigger, {
      ...(label === null ? {} : { label }),
      ...(assignee === null ? {} : { assignee }),
    });
  }

  async look(
    issue: number,
    trigger: Parameters<typeof this.lookWith>[0]['trigger'],
    detail: { label?: string; assignee?: string } = {},
  ): Promise<LookResult> {
    this.#run += 1;
    return this.lookWith({ issue, run: `run-${this.#run}`, trigger, detail });
  }

  async lookWith(request: import('../../../src/app/look-request.ts').LookRequest) {
    const { github } = this;
    const clock = {
      now: () => new Date(Date.now() + this.skewMs),
      wait: systemClock.wait,
    };
    const input = inputFor(github, 'greet', this.#directory);
    const { token } = input;
    const { ports, settings } = await composeRepository({
      ...input,
      sandboxLevel: 'S0',
      clock,
      pollMs: 0,
    });
    const tracker = createTracker({
      token,
      apiUrl: github.apiUrl,
      graphqlUrl: github.graphqlUrl,
      owner: 'acme',
      repo: 'greet',
      clock,
      secondMs: 1,
    });
    const own = this.wrap({ ...ports, tracker });
    const { look } = await import('../../../src/app/look.ts');
    const configuration = parseConfiguration(this.#configuration);
    return look(own, { ...settings, configuration }, request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.github[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** What an App does over the API: comments, and edits of comments. Answers the id of comment and account. */
export async function asApp(
  github: EmbeddedGitHub,
  slug: string,
  path: string,
  body: object,
  method = 'POST',
): Promise<{ id: number; user: { id: number } }> {
  const answer = await fetch(`${github.apiUrl}/repos/acme/greet/${path}`, {
    method,
    headers: { authorization: `Bearer ${github.token({ actor: slug })}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: number; user: { id: number } };
}
