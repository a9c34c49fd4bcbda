import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../src/simulate/github/embedded-github.ts';
import type { EmbeddedGitHubSeed } from '../../../src/simulate/github/seed.ts';
import type { Delivery } from '../../../src/simulate/github/webhooks.ts';
import type { ModelScriptInput } from '../../../src/simulate/model/script.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '../../../src/simulate/model/scripted-model.ts';
import { type Job, runAction, type StepEnd } from './built-action.ts';
import { GREET_FILES, GREET_ISSUE, GREET_MODEL } from './greet-task.ts';

export interface ActionWorldOptions {
  main: string;
  seed?: Partial<EmbeddedGitHubSeed>;
  /** `.github/contractor.yml`; `MODEL_URL` in it stands for the scripted model’s address. Null: no such file. */
  configuration?: string | null;
  model?: ModelScriptInput;
  /** More files of the repository. Null: a repository without commits. */
  files?: Readonly<Record<string, string>> | null;
  /** What the job’s token may do; all, when left out. */
  token?: Parameters<EmbeddedGitHub['token']>[0];
}

const PEOPLE = [
  { login: 'maya', id: 101, permission: 'maintain' },
  { login: 'bot-user', id: 102, permission: 'write' },
  { login: 'olaf', id: 103, permission: 'read' },
] as const;

const CONFIGURATION = `
approval: never
trigger: { assignee: bot-user }
sandbox: { level: S0 }
models:
  draft: openai-compatible/scripted
  execute: openai-compatible/scripted
  review: openai-compatible/scripted
  baseUrl: MODEL_URL
`;

/** An embedded GitHub, a scripted model and the built action between them. */
export class ActionWorld implements AsyncDisposable {
  readonly github: EmbeddedGitHub;
  readonly model: ScriptedModel;
  token: string;
  readonly #main: string;

  static async start(options: ActionWorldOptions): Promise<ActionWorld> {
    const model = await startScriptedModel(options.model ?? GREET_MODEL);
    const text = options.configuration === undefined ? CONFIGURATION : options.configuration;
    const configuration = text?.replace('MODEL_URL', model.baseUrl);
    const github = await startEmbeddedGitHub({
      repository: { owner: 'acme', name: 'greet' },
      ...(options.files === null
        ? {}
        : {
            files: {
              ...GREET_FILES,
              ...options.files,
              ...(configuration ? { '.github/contractor.yml': configuration } : {}),
            },
          }),
      people: PEOPLE,
      labels: ['contractor', 'bug'],
      issues: [{ ...GREET_ISSUE, author: 'maya' }],
      ...options.seed,
    });
    return new ActionWorld(options, github, model);
  }

  constructor({ main, token }: ActionWorldOptions, github: EmbeddedGitHub, model: ScriptedModel) {
    this.github = github;
    this.model = model;
    this.token = github.token(token);
    this.#main = main;
  }

  /** What GitHub sends about one act of a person: the last delivery of that name. */
  async deliveryOf(event: string, act: () => Promise<unknown>): Promise<Delivery> {
    await act();
    await this.github.settled();
    const delivery = this.github.deliveries.findLast((each) => each.event === event);
    if (!delivery) throw new Error(`GitHub sent no ${event}`);
    return delivery;
  }

  /** Runs a job for one delivery. */
  run(
    { event, payload }: Pick<Delivery, 'event' | 'payload'>,
    more: Partial<Job> = {},
  ): Promise<StepEnd> {
    const { apiUrl, graphqlUrl, origin } = this.github;
    return runAction(this.#main, {
      event,
      payload,
      repository: 'acme/greet',
      apiUrl,
      graphqlUrl,
      serverUrl: origin,
      token: this.token,
      ...more,
    });
  }

  /** Someone puts our label on the issue, and the job that follows. */
  async label(by = 'maya', more: Partial<Job> = {}): Promise<StepEnd> {
    const act = () => this.github.as(by).addLabel(1, 'contractor');
    return this.run(await this.deliveryOf('issues', act), more);
  }

  idOf(login: string): number {
    return PEOPLE.find((person) => person.login === login)?.id ?? 0;
  }

  /** Bodies of the comments of ours on an issue. */
  ownComments(issue = 1): string[] {
    return this.github
      .comments(issue)
      .filter(({ body }) => body.startsWith('<!-- contractor:'))
      .map(({ body }) => body);
  }

  /** Whatever a task would have left besides its comment: refs, pull requests of ours, check runs. */
  async traces(): Promise<string[]> {
    const refs = [...(await this.github.refs('refs/')).keys()];
    const ours = refs.filter((ref) => ref.includes('contractor'));
    const pulls = this.github.pulls().filter(({ body }) => body?.startsWith('<!-- contractor:'));
    return [...ours, ...pulls.map(({ number }) => `pull request #${number}`)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.github[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
  }
}
