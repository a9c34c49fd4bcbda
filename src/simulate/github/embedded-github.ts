import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { actionsAppId } from './actions/events.ts';
import { as, createWorld, seedIssues } from './create-world.ts';
import { type Fault, Faults } from './faults.ts';
import { createRepository, type RepositoryContent } from './git/create-repository.ts';
import { Person } from './person.ts';
import type {
  CheckRunRecord,
  CommentRecord,
  DispatchRecord,
  IssueRecord,
  PullIssue,
  TokenPermissions,
} from './records.ts';
import type { LoggedRequest } from './request-log.ts';
import type { EmbeddedGitHubSeed } from './seed.ts';
import { createServer } from './server.ts';
import type { Delivery, DeliveryFault, DeliveryListener } from './webhooks.ts';
import {
  commentsOf,
  issueNumbered,
  type PushHook,
  pulls,
  repositoryUrl,
  type World,
} from './world.ts';

export interface TokenRequest {
  /**
   * Whose token: a person's login, or an app by the slug of its seed. Without one it is a
   * workflow's GITHUB_TOKEN, which acts as `github-actions[bot]`.
   */
  readonly actor?: string;
  /** What it may do; a person's token without this may do all that the person may. */
  readonly permissions?: TokenPermissions;
}

/** A GitHub of one repository, on this machine, until it is disposed of. */
export class EmbeddedGitHub implements AsyncDisposable {
  readonly origin: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly cloneUrl: string;
  /** Every request in the order it was answered. */
  readonly requests: readonly LoggedRequest[];
  readonly #world: World;
  readonly #faults: Faults;
  readonly #stop: () => Promise<void>;

  /** Use {@link startEmbeddedGitHub}. */
  constructor(world: World, faults: Faults, log: LoggedRequest[], stop: () => Promise<void>) {
    this.origin = world.origin;
    this.apiUrl = `${world.origin}/api/v3`;
    this.graphqlUrl = `${world.origin}/api/graphql`;
    this.cloneUrl = `${repositoryUrl(world)}.git`;
    this.requests = log;
    this.#world = world;
    this.#faults = faults;
    this.#stop = stop;
  }

  /** A new token. @throws Error for an actor that the seed does not name */
  token({ actor, permissions }: TokenRequest = {}): string {
    const suffix = randomBytes(18).toString('hex');
    const apps = [...this.#world.apps.values()];
    const app = apps.find(({ id, slug }) => (actor ? slug === actor : id === actionsAppId));
    if (app) {
      const token = `ghs_${suffix}`;
      const grants = permissions ?? app.permissions;
      this.#world.tokens.set(token, { kind: 'installation', user: app.bot, app, grants });
      return token;
    }
    const { user } = as(this.#world, actor ?? '');
    const token = permissions ? `github_pat_${suffix}` : `ghp_${suffix}`;
    const grants = permissions && { grants: permissions };
    this.#world.tokens.set(token, { kind: 'person', user, ...grants });
    return token;
  }

  /** A token stops working: answers 401 from now on. */
  revoke(token: string): void {
    this.#world.tokens.delete(token);
  }

  /** What a person does in the browser. @throws Error for a login the seed does not name */
  as(login: string): Person {
    return new Person(this.#world, as(this.#world, login));
  }

  /** Hears every delivery, signed with `secret`; the answer stops that. */
  onWebhook(listener: DeliveryListener, secret?: string): () => void {
    return this.#world.webhooks.listen(listener, secret);
  }

  /** Posts every delivery to an address; the answer stops that. */
  deliverTo(url: string, secret: string): () => void {
    return this.#world.webhooks.deliverTo(url, secret);
  }

  /** Resolves when everything that happened so far has been delivered. */
  settled(): Promise<void> {
    return this.#world.webhooks.settled();
  }

  /** All deliveries so far, also those a fault has dropped. */
  get deliveries(): readonly Delivery[] {
    return this.#world.webhooks.emitted;
  }

  /** What goes wrong on purpose: with requests, and with webhook deliveries. */
  readonly faults = {
    inject: (fault: Fault): void => this.#faults.inject(fault),
    injectWebhook: (fault: DeliveryFault, times = 1): void =>
      this.#world.webhooks.inject(fault, times),
    clear: (): void => this.#faults.clear(),
  };

  /** Called before git takes a push; the push waits for it. */
  beforePush(hook: PushHook): () => void {
    return added(this.#world.beforePush, hook);
  }

  /** Called after git took a push and before its answer is sent. */
  afterPush(hook: PushHook): () => void {
    return added(this.#world.afterPush, hook);
  }

  /** @throws Refusal 404, 410 or 301, like the API */
  issue(number: number): Readonly<IssueRecord> {
    return issueNumbered(this.#world, number);
  }

  issues(): readonly Readonly<IssueRecord>[] {
    return [...this.#world.issues.values()].filter((issue) => !issue.pull);
  }

  comments(number: number): readonly Readonly<CommentRecord>[] {
    return commentsOf(this.#world, issueNumbered(this.#world, number));
  }

  pulls(): readonly Readonly<PullIssue>[] {
    return pulls(this.#world);
  }

  checkRuns(sha: string): readonly Readonly<CheckRunRecord>[] {
    return [...this.#world.checkRuns.values()].filter((run) => run.headSha === sha);
  }

  /** Workflow and repository dispatches that were asked for. */
  get dispatches(): readonly DispatchRecord[] {
    return this.#world.dispatches;
  }

  refs(prefix?: string): Promise<Map<string, string>> {
    return this.#world.git.refs(prefix);
  }

  /** A file on a branch, a ref or a commit; undefined where there is none. */
  async readFile(ref: string, path: string): Promise<string | undefined> {
    const commit = await this.#world.git.commitNamed(ref.replace(/^refs\//, ''));
    const bytes = commit && (await this.#world.git.file(commit, path));
    return bytes ? bytes.toString('utf8') : undefined;
  }

  /** The bare repository on disk, for looking at with git. */
  get gitDir(): string {
    return this.#world.git.dir;
  }

  /** Stops the server, open requests too, and removes the repository. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}

/**
 * Starts a GitHub of our own on 127.0.0.1. It keeps all in memory but the git repository, which is
 * a real one in a temporary directory.
 */
export async function startEmbeddedGitHub(seed: EmbeddedGitHubSeed): Promise<EmbeddedGitHub> {
  const clock = seed.now ?? (() => new Date());
  const root = await mkdtemp(join(tmpdir(), 'embedded-github-'));
  try {
    const { owner, name, defaultBranch = 'main' } = seed.repository;
    const dir = join(root, owner, `${name}.git`);
    const git = await createRepository(dir, defaultBranch, contentOf(seed), clock());
    const world = createWorld(seed, git, clock);
    const faults = new Faults();
    const log: LoggedRequest[] = [];
    const rateLimit = seed.rateLimit ?? 5000;
    const app = createServer({ world, faults, log, rateLimit, projectRoot: root });
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(seed.port ?? 0, '127.0.0.1', resolve);
    });
    world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await seedIssues(world, seed.issues ?? []);
    return new EmbeddedGitHub(world, faults, log, () => stop(server, root));
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

function contentOf({ files, from }: EmbeddedGitHubSeed): RepositoryContent {
  if (from !== undefined) return { from };
  return files ? { files } : { empty: true };
}

async function stop(server: Server, root: string): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
  await rm(root, { recursive: true, force: true });
}

function added(hooks: PushHook[], hook: PushHook): () => void {
  hooks.push(hook);
  return () => {
    hooks.splice(hooks.indexOf(hook), 1);
  };
}
