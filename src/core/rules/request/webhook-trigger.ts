import type { z } from 'zod';
import { CatalogueError } from '../../catalogue-error.ts';
import type { Actor } from '../../schema/actor.ts';
import type { Trigger } from '../../schema/observation.ts';
import { issueOfBranch } from './issue-of-branch.ts';
import {
  IssueCommentPayload,
  IssuesPayload,
  PullRequestPayload,
  RepositoryDispatchPayload,
  ReviewCommentPayload,
  ReviewPayload,
  type SenderPayload,
  WorkflowDispatchPayload,
} from './webhook-payload.ts';

/** A webhook that asks for a look. Whether its label or assignee is ours the configuration tells, later. */
export interface Wake {
  /** A comment on a pull request names only that: its head branch must be looked up (`headBranch`). */
  target: { issue: number } | { pullRequest: number } | 'all';
  trigger: Trigger;
  /** Name of the label a `labeled` event put on. */
  label: string | null;
  /** Login that an `assigned` event assigned. */
  assignee: string | null;
}

/** A webhook that changes nothing for any task, and why: one line for the log. */
export interface Ignored {
  nothing: string;
}

export interface WebhookContext {
  /** ISO 8601 moment of its arrival. */
  at: string;
  /** `branches.prefix` of the configuration. */
  branchPrefix: string;
}

/** What an action of an event is to us; an action that is not listed concerns no task. */
type Actions = Record<string, Trigger['kind']>;

const ISSUE_ACTIONS: Actions = {
  assigned: 'assigned',
  labeled: 'labeled',
  opened: 'edited',
  edited: 'edited',
  unassigned: 'edited',
  unlabeled: 'edited',
  closed: 'edited',
  reopened: 'edited',
  deleted: 'edited',
  transferred: 'edited',
  locked: 'edited',
  unlocked: 'edited',
};
const COMMENT_ACTIONS: Actions = { created: 'comment', edited: 'comment', deleted: 'edited' };
const REVIEW_ACTIONS: Actions = { submitted: 'comment', edited: 'comment', dismissed: 'edited' };
const PULL_REQUEST_ACTIONS: Actions = {
  closed: 'pull-request',
  reopened: 'pull-request',
  synchronize: 'pull-request',
  edited: 'pull-request',
  converted_to_draft: 'pull-request',
  ready_for_review: 'pull-request',
};

type Reader = (event: string, payload: unknown, context: WebhookContext) => Wake | Ignored;

const READERS: Record<string, Reader> = {
  issues: (event, payload, context) => {
    const { action, sender, issue, label, assignee } = fields(event, IssuesPayload, payload);
    const kind = kindOf(ISSUE_ACTIONS, action);
    if (!kind) return ignoredAction(event, action);
    return {
      ...wake({ issue: issue.number }, trigger(kind, sender, context)),
      label: kind === 'labeled' ? (label?.name ?? null) : null,
      assignee: kind === 'assigned' ? (assignee?.login ?? null) : null,
    };
  },
  issue_comment: (event, payload, context) => {
    const { action, sender, issue, comment } = fields(event, IssueCommentPayload, payload);
    const kind = kindOf(COMMENT_ACTIONS, action);
    if (!kind) return ignoredAction(event, action);
    const onPull = issue.pull_request !== null && issue.pull_request !== undefined;
    const source = `comment:${onPull ? 'pull-request' : 'issue'}:${comment.id}`;
    const target = onPull ? { pullRequest: issue.number } : { issue: issue.number };
    return wake(target, trigger(kind, sender, context, source));
  },
  pull_request: (event, payload, context) => {
    const sent = fields(event, PullRequestPayload, payload);
    return onOurBranch(event, sent, PULL_REQUEST_ACTIONS, null, context);
  },
  pull_request_review: (event, payload, context) => {
    const sent = fields(event, ReviewPayload, payload);
    const source = `comment:review-summary:${sent.review.id}`;
    return onOurBranch(event, sent, REVIEW_ACTIONS, source, context);
  },
  pull_request_review_comment: (event, payload, context) => {
    const sent = fields(event, ReviewCommentPayload, payload);
    return onOurBranch(event, sent, COMMENT_ACTIONS, `comment:review:${sent.comment.id}`, context);
  },
  schedule: (_event, _payload, { at }) =>
    wake('all', { kind: 'schedule', sender: null, source: null, at }),
  workflow_dispatch: (event, payload, context) => {
    const { sender, inputs } = fields(event, WorkflowDispatchPayload, payload);
    return dispatched(inputs?.issue ?? null, sender, context);
  },
  repository_dispatch: (event, payload, context) => {
    const { sender, client_payload } = fields(event, RepositoryDispatchPayload, payload);
    return dispatched(client_payload?.issue ?? null, sender, context);
  },
};

/**
 * Which look a webhook asks for. It carries no text and no decision: what counts is what the look sees.
 * @param event GitHub’s name of the event, as in `X-GitHub-Event` or GITHUB_EVENT_NAME
 * @throws CatalogueError `bad-input` with the field, when the payload lacks what the event promises
 */
export function webhookTrigger(
  event: string,
  payload: unknown,
  context: WebhookContext,
): Wake | Ignored {
  const reader = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
  if (!reader) return { nothing: `No task is concerned by the event ${shown(event)}.` };
  return reader(event, payload, context);
}

function fields<T>(event: string, schema: z.ZodType<T>, payload: unknown): T {
  const read = schema.safeParse(payload);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = { field: issue?.path.join('.') || 'payload' };
  throw new CatalogueError('bad-input', `(event ${event}: ${issue?.message})`, { place });
}

function onOurBranch(
  event: string,
  sent: z.infer<typeof PullRequestPayload>,
  actions: Actions,
  source: string | null,
  context: WebhookContext,
): Wake | Ignored {
  const kind = kindOf(actions, sent.action);
  if (!kind) return ignoredAction(event, sent.action);
  const { ref, repo } = sent.pull_request.head;
  const issue = repo?.id === sent.repository.id ? issueOfBranch(context.branchPrefix, ref) : null;
  if (issue === null) return { nothing: 'The pull request is not on a branch of ours.' };
  return wake({ issue }, trigger(kind, sent.sender, context, source));
}

function dispatched(
  issue: number | null,
  sender: z.infer<typeof SenderPayload>,
  context: WebhookContext,
): Wake {
  return wake(issue === null ? 'all' : { issue }, trigger('dispatch', sender, context));
}

function wake(target: Wake['target'], trigger: Trigger): Wake {
  return { target, trigger, label: null, assignee: null };
}

function trigger(
  kind: Trigger['kind'],
  sender: z.infer<typeof SenderPayload>,
  { at }: WebhookContext,
  source: string | null = null,
): Trigger {
  return { kind, sender: actorOf(sender), source, at };
}

/** From GitHub’s `type`, never from the login. */
function actorOf({ id, login, type }: z.infer<typeof SenderPayload>): Actor {
  const kind = type === 'User' ? 'person' : type === 'Bot' ? 'app' : 'bot';
  return { id, login: login.slice(0, 100), kind };
}

function kindOf(actions: Actions, action: string): Trigger['kind'] | undefined {
  return Object.hasOwn(actions, action) ? actions[action] : undefined;
}

function ignoredAction(event: string, action: string): Ignored {
  return { nothing: `No task is concerned by ${shown(`${event}.${action}`)}.` };
}

/** Names of events come from outside: only their plain characters are shown, and not many. */
function shown(name: string): string {
  return name.slice(0, 80).replace(/[^\w.-]/g, '?');
}
