import { createComment, deleteComment, editComment, minimizeComment } from '../actions/comments.ts';
import { setDraft } from '../actions/pulls.ts';
import { addReaction } from '../actions/reactions.ts';
import { resolveThread } from '../actions/review-comments.ts';
import { permissionFor } from '../permissions.ts';
import type { Permission } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { isPull } from '../world.ts';
import { issue } from './fields/issue-fields.ts';
import { reactionContent } from './fields/reaction-fields.ts';
import { type Node, nodeWithId } from './nodes.ts';
import { type GraphqlContext, reference } from './reference.ts';

type Source = Record<string, unknown>;
type Input = Record<string, string>;
type Mutation = (input: Input) => Source | Promise<Source>;

/** The fields of `Mutation` that are answered. */
export function mutationRoot(context: GraphqlContext): Source {
  const mutations: Record<string, Mutation> = {
    ...commentMutations(context),
    ...pullMutations(context),
  };
  return Object.fromEntries(
    Object.entries(mutations).map(([name, mutate]) => [
      name,
      async ({ input }: { input: Input }) => ({
        clientMutationId: input.clientMutationId ?? null,
        ...(await mutate(input)),
      }),
    ]),
  );
}

function commentMutations(context: GraphqlContext): Record<string, Mutation> {
  const { world, actor } = context;
  const comment = (id = '') => of('comment', nodeWithId(context, id)).record;
  const hide = (id = '', reason: string | null) => {
    const node = nodeWithId(context, id);
    if (node.kind !== 'comment' && node.kind !== 'review' && node.kind !== 'review-comment') {
      throw wrongKind();
    }
    minimizeComment(world, actor, node.record, scopeOf(node), reason);
    return node.shown;
  };
  return {
    minimizeComment: ({ subjectId, classifier = '' }) => ({
      minimizedComment: hide(subjectId, classifier),
    }),
    unminimizeComment: ({ subjectId }) => ({ unminimizedComment: hide(subjectId, null) }),
    addComment: ({ subjectId = '', body }) => {
      const { record } = of('issue', nodeWithId(context, subjectId));
      const made = createComment(world, actor, record, body);
      const node = reference('IssueComment', made);
      const subject = issue(record);
      return { commentEdge: { cursor: '', node }, subject, timelineEdge: null };
    },
    updateIssueComment: ({ id, body }) => {
      const target = comment(id);
      editComment(world, actor, target, body);
      return { issueComment: reference('IssueComment', target) };
    },
    deleteIssueComment: ({ id }) => {
      deleteComment(world, actor, comment(id));
      return {};
    },
    addReaction: ({ subjectId = '', content = '' }) => {
      const node = nodeWithId(context, subjectId);
      if (node.kind !== 'issue' && node.kind !== 'comment' && node.kind !== 'review-comment') {
        throw wrongKind();
      }
      const wanted = reactionContent(content);
      const made = addReaction(world, actor, node.record, scopeOf(node), wanted);
      return { reaction: reference('Reaction', made.reaction), subject: node.shown };
    },
  };
}

function pullMutations(context: GraphqlContext): Record<string, Mutation> {
  const { world, actor } = context;
  const draft = async (id = '', to: boolean) => {
    const { record } = of('issue', nodeWithId(context, id));
    if (!isPull(record)) throw wrongKind();
    await setDraft(world, actor, record, to);
    return { pullRequest: issue(record) };
  };
  const resolve = (id = '', resolved: boolean) => {
    const { record, pull, shown } = of('thread', nodeWithId(context, id));
    resolveThread(world, actor, pull, record, resolved);
    return { thread: shown };
  };
  return {
    convertPullRequestToDraft: ({ pullRequestId }) => draft(pullRequestId, true),
    markPullRequestReadyForReview: ({ pullRequestId }) => draft(pullRequestId, false),
    resolveReviewThread: ({ threadId }) => resolve(threadId, true),
    unresolveReviewThread: ({ threadId }) => resolve(threadId, false),
  };
}

function scopeOf(node: Node): Permission {
  if (node.kind === 'issue') return permissionFor(node.record);
  return node.kind === 'comment' ? permissionFor(node.record.issue) : 'pull_requests';
}

function of<K extends Node['kind']>(kind: K, node: Node): Extract<Node, { kind: K }> {
  if (node.kind !== kind) throw wrongKind();
  return node as Extract<Node, { kind: K }>;
}

function wrongKind(): Refusal {
  return new Refusal(404, 'Could not resolve to a node of the kind that the mutation asks for.');
}
