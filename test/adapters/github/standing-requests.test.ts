import { expect, it } from 'vitest';
import type { IssueNode, RequestEventNode } from '../../../src/adapters/github/look-query.ts';
import { standingRequests } from '../../../src/adapters/github/standing-requests.ts';

const AT = '2026-01-02T03:04:05Z';
const by = (login: string, databaseId: number) => ({ __typename: 'User', login, databaseId });
const ada = by('ada', 1);
const wes = by('wes', 2);
const labeled = (actor: RequestEventNode['actor'], name: string): RequestEventNode => ({
  __typename: 'LabeledEvent',
  createdAt: AT,
  actor,
  label: { name },
});
const assigned = (actor: RequestEventNode['actor'], login: string): RequestEventNode => ({
  __typename: 'AssignedEvent',
  createdAt: AT,
  actor,
  assignee: { login },
});
const requests = (labels: string[], assignees: string[], events: RequestEventNode[]) =>
  standingRequests({
    labels: { nodes: labels.map((name) => ({ name })) },
    assignees: { nodes: assignees.map((login) => by(login, 9)) },
    requests: { nodes: events },
  } as IssueNode);

it.each<[string, ReturnType<typeof requests>, object[]]>([
  ['nothing is on it', requests([], [], [labeled(ada, 'go')]), []],
  [
    'the newest event counts',
    requests(['go'], [], [labeled(ada, 'go'), labeled(wes, 'go')]),
    [{ by: { id: 2 } }],
  ],
  ['a label is no assignee of that name', requests(['go'], [], [assigned(ada, 'go')]), []],
  ['no event, no request', requests(['go'], ['bot'], []), []],
  [
    'a deleted account asked',
    requests(['go'], [], [labeled(null, 'go')]),
    [{ by: { kind: 'deleted' } }],
  ],
  [
    'an assignee who is no user',
    requests([], ['bot'], [{ ...assigned(ada, ''), assignee: null }]),
    [],
  ],
  [
    'an assignment',
    requests([], ['bot'], [assigned(wes, 'bot')]),
    [{ kind: 'assigned', name: 'bot', by: { id: 2 } }],
  ],
])('%s', (_title, found, expected) => {
  expect(found).toMatchObject(expected);
  expect(found).toHaveLength(expected.length);
});
