import { z } from 'zod';
import { IssueNumber } from '../../schema/scalars.ts';

/*
 * The fields of GitHub’s webhooks that a trigger needs, and no others: titles and bodies are not
 * read here, for the look reads what is current. Names are GitHub’s
 * (https://docs.github.com/webhooks/webhook-events-and-payloads).
 */
const Id = z.int().positive();
export const SenderPayload = z.object({ id: Id, login: z.string(), type: z.string() });
const Sent = z.object({ action: z.string(), sender: SenderPayload });
const Name = z.string().max(255);

export const IssuesPayload = Sent.extend({
  issue: z.object({ number: IssueNumber }),
  label: z.object({ name: Name }).nullish(),
  assignee: z.object({ login: Name }).nullish(),
});

export const IssueCommentPayload = Sent.extend({
  issue: z.object({ number: IssueNumber, pull_request: z.object({}).nullish() }),
  comment: z.object({ id: Id }),
});

/** The head’s repository is null when the fork was deleted. */
export const PullRequestPayload = Sent.extend({
  repository: z.object({ id: Id }),
  pull_request: z.object({
    head: z.object({ ref: z.string(), repo: z.object({ id: Id }).nullable() }),
  }),
});

export const ReviewPayload = PullRequestPayload.extend({ review: z.object({ id: Id }) });
export const ReviewCommentPayload = PullRequestPayload.extend({ comment: z.object({ id: Id }) });

/** A person types the input, so the number arrives as text. */
const AskedIssue = z
  .union([IssueNumber, z.string().regex(/^\s*(?:#?[1-9]\d{0,9})?\s*$/, 'an issue number')])
  .nullish()
  .transform((asked) => {
    const number = typeof asked === 'string' ? Number(asked.replace('#', '')) : asked;
    return number || null;
  });

export const WorkflowDispatchPayload = z.object({
  sender: SenderPayload,
  inputs: z.object({ issue: AskedIssue }).nullish(),
});

export const RepositoryDispatchPayload = z.object({
  sender: SenderPayload,
  client_payload: z.object({ issue: AskedIssue }).nullish(),
});
