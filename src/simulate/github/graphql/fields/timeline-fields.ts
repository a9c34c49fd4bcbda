import { findLabel } from '../../actions/labels.ts';
import { nodeId } from '../../node-id.ts';
import type { CommentRecord, IssueRecord, LabelRecord, TimelineEvent } from '../../records.ts';
import { Refusal } from '../../refusal.ts';
import { commentsOf, repositoryUrl, type World } from '../../world.ts';
import { connection, type PageArguments } from '../connection.ts';
import { type Fields, type Reference, reference } from '../reference.ts';
import { actor, nullableActor } from './actor-fields.ts';

/** GraphQL's type for each event that REST names. */
const types: Readonly<Record<string, string>> = {
  assigned: 'AssignedEvent',
  closed: 'ClosedEvent',
  convert_to_draft: 'ConvertToDraftEvent',
  'cross-referenced': 'CrossReferencedEvent',
  labeled: 'LabeledEvent',
  locked: 'LockedEvent',
  merged: 'MergedEvent',
  ready_for_review: 'ReadyForReviewEvent',
  renamed: 'RenamedTitleEvent',
  reopened: 'ReopenedEvent',
  review_requested: 'ReviewRequestedEvent',
  unassigned: 'UnassignedEvent',
  unlabeled: 'UnlabeledEvent',
  unlocked: 'UnlockedEvent',
};

export interface TimelineArguments extends PageArguments {
  readonly itemTypes?: readonly string[] | null;
  readonly since?: string | null;
}

/**
 * The history of an issue or a pull request: its events and comments, oldest first.
 * @throws Refusal for a kind that is not answered
 */
export function timelineItems(world: World, record: IssueRecord, args: TimelineArguments) {
  const answered = [...Object.values(types), 'IssueComment'].map(enumName);
  const unanswered = args.itemTypes?.find((name) => !answered.includes(name));
  if (unanswered) {
    throw new Refusal(422, `the embedded GitHub has no answer for timelineItems of ${unanswered}`);
  }
  const events = record.timeline.map((event) => ({ at: event.at, item: eventItem(event) }));
  const comments = commentsOf(world, record).map((comment: CommentRecord) => ({
    at: comment.createdAt,
    item: reference('IssueComment', comment),
  }));
  const all = [...events, ...comments].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const wanted = all.filter(({ at, item }) => {
    if (args.since && at < args.since) return false;
    return !args.itemTypes || args.itemTypes.includes(enumName(item.__typename));
  });
  const page = connection('timelineItems', wanted, args, ({ item }) => item);
  const counts = { filteredCount: wanted.length, pageCount: page.nodes.length };
  // `totalCount` does not know about the filter.
  return { ...page, ...counts, totalCount: all.length, updatedAt: record.updatedAt };
}

function eventItem(event: TimelineEvent): Reference {
  return reference(types[event.event] ?? event.event, event);
}

/** `LabeledEvent` is asked for as `LABELED_EVENT`. */
function enumName(type: string): string {
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

const eventFields: Fields<TimelineEvent> = {
  id: ({ id }) => nodeId('Event', id),
  actor: (event) => nullableActor(event.actor),
  createdAt: ({ at }) => at,
};

const labelEventFields: Fields<TimelineEvent> = {
  ...eventFields,
  label: ({ details }, { world }) => {
    const { name, color } = details.label as Pick<LabelRecord, 'name' | 'color'>;
    const label = findLabel(world, name) ?? { id: 0, name, color, description: null };
    return reference('Label', label);
  },
};

const assigneeEventFields: Fields<TimelineEvent> = {
  ...eventFields,
  assignee: ({ details }, { world }) => {
    const user = world.users.get((details.assignee as { id: number }).id);
    return user ? actor(user) : null;
  },
};

/** The fields of the events, by the type's name. */
export const timelineFields: Readonly<Record<string, Fields<TimelineEvent>>> = {
  ...Object.fromEntries(Object.values(types).map((type) => [type, eventFields])),
  AssignedEvent: assigneeEventFields,
  ClosedEvent: {
    ...eventFields,
    stateReason: ({ details }) => (details.state_reason as string | null)?.toUpperCase() ?? null,
  },
  CrossReferencedEvent: {
    ...eventFields,
    isCrossRepository: () => false,
    referencedAt: ({ at }) => at,
    willCloseTarget: () => false,
    source: ({ details }, { world }) => {
      const source = world.issues.get(details.from as number);
      return source && reference(source.pull ? 'PullRequest' : 'Issue', source);
    },
    url: ({ details }, { world }) => `${repositoryUrl(world)}/issues/${details.from}`,
  },
  LabeledEvent: labelEventFields,
  RenamedTitleEvent: {
    ...eventFields,
    previousTitle: ({ details }) => (details.rename as { from: string }).from,
    currentTitle: ({ details }) => (details.rename as { to: string }).to,
  },
  UnassignedEvent: assigneeEventFields,
  UnlabeledEvent: labelEventFields,
};
