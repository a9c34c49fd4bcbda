import type { Observation } from '../../core/schema/observation.ts';
import type { IssueNode, RelatedNode } from './look-query.ts';

/** Sub-issues, the issue it is one of, and pull requests that will close it: recorded, never read. */
export function relatedTo(issue: IssueNode): Observation['issue']['related'] {
  const name = ({ number, repository }: RelatedNode) => `${repository.nameWithOwner}#${number}`;
  const all = (relation: 'sub-issue' | 'linked-pull-request', nodes: RelatedNode[] = []) =>
    nodes.map((node) => ({ relation, target: name(node) }));
  return [
    ...(issue.parent ? [{ relation: 'parent-issue' as const, target: name(issue.parent) }] : []),
    ...all('sub-issue', issue.subIssues?.nodes),
    ...all('linked-pull-request', issue.closedBy?.nodes),
  ];
}
