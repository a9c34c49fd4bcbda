import { findLabel } from '../../actions/labels.ts';
import { nodeId } from '../../node-id.ts';
import type { IssueRecord, TimelineEvent } from '../../records.ts';
import { Refusal } from '../../refusal.ts';
import { findUser } from '../../world.ts';
import { type Connection, connection, type PageArguments } from '../connection.ts';
import { type Fields, type Reference, reference } from '../reference.ts';
import { actor } from './actor-fields.ts';

/** The kinds that are answered: GraphQL’s type of each event, and its name in `itemTypes`. */
const types: Readonly<Record<string, string>> = {
  renamed: 'RenamedTitleEvent',
  labeled: 'LabeledEvent',
  assigned: 'AssignedEvent',
};
const events: Readonly<Record<string, string>> = {
  RENAMED_TITLE_EVENT: 'renamed',
  LABELED_EVENT: 'labeled',
  ASSIGNED_EVENT: 'assigned',
};

/** What happened to an issue. @throws Refusal for a kind that is not answered, or where none is named */
export function timelineItems(
  { timeline }: IssueRecord,
  args: PageArguments & { itemTypes?: readonly string[] | null },
): Connection<Reference> {
  const wanted = (args.itemTypes ?? ['all kinds']).map((name) => {
    const event = events[name];
    if (event) return event;
    throw new Refusal(422, `the embedded GitHub has no answer for timelineItems of ${name}`);
  });
  const found = timeline.filter(({ event }) => wanted.includes(event));
  return connection('timelineItems', found, args, (record) =>
    reference(types[record.event] ?? '', record),
  );
}

export const timelineFields: Fields<TimelineEvent> = {
  id: ({ id }) => nodeId('Event', id),
  actor: ({ actor: by }) => actor(by),
  createdAt: ({ at }) => at,
  currentTitle: ({ details }) => (details.rename as { to: string }).to,
  previousTitle: ({ details }) => (details.rename as { from: string }).from,
  label: ({ details }, { world }) => {
    const { name, color } = details.label as { name: string; color: string };
    const label = findLabel(world, name) ?? { id: 0, name, color, description: null };
    return reference('Label', label);
  },
  assignee: ({ details }, { world }) => {
    const user = findUser(world, (details.assignee as { login: string }).login);
    return user ? actor(user) : null;
  },
};
