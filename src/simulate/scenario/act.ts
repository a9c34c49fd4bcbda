import type { EmbeddedGitHub } from '../github/embedded-github.ts';
import type { Action, ActionInput, ActionName } from './action.ts';
import type { Looks } from './looks.ts';
import type { ProductProcess } from './product-process.ts';
import { fileChanges } from './world-of.ts';

/** What an action can reach. */
export interface Stage {
  github: EmbeddedGitHub;
  looks: Looks;
  issue: number;
  /** The branch the task delivers on. */
  branch: string;
  defaultBranch: string;
  /** GitHub’s id of a person. */
  idOf(login: string): number;
  /** Comments of this scenario by name; `last` is the newest. */
  comments: Map<string, number>;
  clock: { advance(minutes: number): void };
  /** The processes that wait at this moment; empty at `start` and `end`. */
  waiting: ProductProcess[];
}

type Actions = {
  [K in ActionName]: (input: ActionInput<K>, stage: Stage) => unknown;
};

const ACTIONS: Actions = {
  async comment({ by, body, on, as }, stage) {
    const id = await stage.github.as(by).comment(placeOf(stage, on), withIds(stage, body));
    stage.comments.set('last', id);
    if (as !== undefined) stage.comments.set(as, id);
  },
  'edit-comment': ({ by, comment, body }, stage) =>
    stage.github.as(by).editComment(commentOf(stage, comment), body),
  'delete-comment': ({ by, comment }, stage) =>
    stage.github.as(by).deleteComment(commentOf(stage, comment)),
  'edit-issue': ({ by, title, body }, { github, issue }) =>
    github.as(by).editIssue(issue, {
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { body }),
    }),
  close: ({ by, what }, stage) =>
    what === 'issue'
      ? stage.github.as(by).close(stage.issue)
      : stage.github.as(by).closePull(placeOf(stage, what)),
  reopen: ({ by }, { github, issue }) => github.as(by).reopen(issue),
  label: ({ by, name }, { github, issue }) => github.as(by).addLabel(issue, name),
  unlabel: ({ by, name }, { github, issue }) => github.as(by).removeLabel(issue, name),
  assign: ({ by, to }, { github, issue }) => github.as(by).assign(issue, to),
  review: ({ by, body, event }, stage) =>
    stage.github.as(by).review(placeOf(stage, 'pull-request'), { body, event }),
  push: ({ by, branch, files, message }, stage) =>
    stage.github.as(by).pushFiles(branch ?? stage.branch, fileChanges(files), message),
  'advance-base': ({ by, files, message }, { github, defaultBranch }) =>
    github.as(by).pushFiles(defaultBranch, fileChanges(files), message),
  permission: ({ by, of, role }, { github }) => github.as(by).setPermission(of, role),
  merge: ({ by }, stage) => stage.github.as(by).mergePull(placeOf(stage, 'pull-request')),
  dispatch: ({ by }, { looks, issue, idOf }) => looks.dispatch({ id: idOf(by), login: by }, issue),
  kill: (_, { waiting }) => {
    for (const product of waiting) product.kill();
  },
  start: (_, { looks }) => looks.schedule({ beside: true }),
  fault: ({ kind, match, retryAfterSeconds, times }, { github }) =>
    github.faults.inject({
      kind,
      match: Object.fromEntries(Object.entries(match).filter(([, value]) => value !== undefined)),
      times,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }),
  webhook: ({ fault, times }, { github }) => github.faults.injectWebhook(fault, times),
  wait: ({ minutes }, { clock }) => clock.advance(minutes),
};

/** Does one action, as its person, and waits until its webhooks are out. @throws Refusal when GitHub refuses it */
export async function act(action: Action, stage: Stage): Promise<void> {
  for (const [name, input] of Object.entries(action)) {
    if (input === undefined) continue;
    const perform = ACTIONS[name as ActionName] as (i: unknown, s: Stage) => Promise<void>;
    await perform(input, stage);
  }
  await stage.github.settled();
}

/** One line for people: `ana comments on the issue: "…"`. */
export function actionWords(action: Action): string {
  const [name = '', input] = Object.entries(action).find(([, value]) => value !== undefined) ?? [];
  const { by, ...rest } = input as Record<string, unknown>;
  const details = Object.entries(rest)
    .filter(([key, value]) => value !== undefined && key !== 'as')
    .map(
      ([key, value]) => `${key} ${shorten(key === 'files' ? Object.keys(value as object) : value)}`,
    );
  return [by, name.replace('-', ' '), details.join(', ')].filter(Boolean).join(' · ');
}

function shorten(value: unknown): string {
  const text =
    typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function placeOf({ github, issue }: Stage, place: 'issue' | 'pull-request'): number {
  if (place === 'issue') return issue;
  const pull = github.pulls().at(-1);
  if (!pull) throw new Error('there is no pull request yet at this moment');
  return pull.number;
}

function commentOf({ comments }: Stage, name: string): number {
  const id = comments.get(name);
  if (id === undefined) throw new Error(`no comment of this scenario is called "${name}" yet`);
  return id;
}

/** `{name}` in a text stands for the id of the comment with that name: `/contract adopt {wish}`. */
function withIds({ comments }: Pick<Stage, 'comments'>, body: string): string {
  return body.replaceAll(/\{([\w-]{1,40})\}/g, (whole, name: string) =>
    String(comments.get(name) ?? whole),
  );
}
