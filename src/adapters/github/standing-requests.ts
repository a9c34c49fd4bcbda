import type { Observation } from '../../core/schema/observation.ts';
import { actorOf } from './actor.ts';
import type { IssueNode } from './look-query.ts';

type Request = Observation['issue']['requests'][number];

/**
 * Who put on the labels and assignees that are on the issue now: for each the newest such event, in
 * the order of the labels, then the assignees. One whose event lies more than a hundred events back
 * is left out, so it starts nothing.
 */
export function standingRequests(issue: IssueNode): Request[] {
  const labels = issue.labels?.nodes.map(({ name }) => ({ kind: 'labeled' as const, name })) ?? [];
  const assignees = issue.assignees.nodes.map(({ login }) => ({
    kind: 'assigned' as const,
    name: login,
  }));
  const events = issue.requests.nodes.map((node) => ({
    kind: node.label ? 'labeled' : 'assigned',
    name: node.label?.name ?? node.assignee?.login,
    by: actorOf(node.actor),
    at: node.createdAt,
  }));
  return [...labels, ...assignees].flatMap(({ kind, name }) => {
    const event = events.findLast((each) => each.kind === kind && each.name === name);
    return event ? [{ kind, name, by: event.by, at: event.at }] : [];
  });
}
