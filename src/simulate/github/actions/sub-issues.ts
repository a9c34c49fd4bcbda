import type { Actor } from '../actor.ts';
import { issuePayload } from '../payload/issue.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { mayWrite } from '../permissions.ts';
import type { IssueRecord } from '../records.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { emit } from './events.ts';

const MOST = 100;

/**
 * Makes one issue a part of another. GitHub also keeps a line in both histories, which nothing here reads.
 * @throws Refusal 403 below triage, 404 for an id nobody has, 422 for a second parent, a circle, or more than 100
 *   (https://docs.github.com/rest/issues/sub-issues#add-sub-issue)
 */
export function addSubIssue(
  world: World,
  actor: Actor,
  parent: IssueRecord,
  childId: unknown,
): void {
  mayWrite(world, actor, { scope: 'issues', role: 'triage' });
  const child = [...world.issues.values()].find(({ id, pull }) => id === childId && !pull);
  if (!child || child.gone) throw notFound();
  const refused = (why: string) =>
    new Refusal(422, `An error occurred while adding the sub-issue. ${why}`);
  if (child.parent) throw refused('Sub issue may only have one parent');
  for (let above: IssueRecord | null = parent; above; above = above.parent) {
    if (above === child) throw refused('Sub issue may not create a circular dependency');
  }
  if (parent.subIssues.length >= MOST) throw refused(`Parent may not have more than ${MOST}`);
  child.parent = parent;
  parent.subIssues.push(child);
  const repository = repositoryPayload(world);
  const both = {
    sub_issue_id: child.id,
    sub_issue: issuePayload(world, child),
    parent_issue_id: parent.id,
    parent_issue: issuePayload(world, parent),
  };
  emit(world, actor, 'sub_issues', {
    action: 'sub_issue_added',
    sub_issue_repo: repository,
    ...both,
  });
  emit(world, actor, 'sub_issues', {
    action: 'parent_issue_added',
    parent_issue_repo: repository,
    ...both,
  });
}
