import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/adapters/github/actor.ts';
import { seenComment, seenText } from '../../../src/adapters/github/seen-text.ts';
import { SeenComment } from '../../../src/core/schema/observation.ts';

const ada = { __typename: 'User', login: 'ada', databaseId: 7 };
const text = {
  body: 'please',
  author: ada,
  editor: null,
  lastEditedAt: null,
  createdAt: '2026-03-01T10:00:00Z',
};

describe('who wrote', () => {
  it.each([
    [ada, { id: 7, login: 'ada', kind: 'person' }],
    [
      { __typename: 'Bot', login: 'x', databaseId: 9 },
      { id: 9, login: 'x', kind: 'app' },
    ],
    [
      { ...ada, login: 'evil[bot]' },
      { id: 7, login: 'evil[bot]', kind: 'person' },
    ],
    [
      { ...ada, __typename: 'Mannequin' },
      { id: 7, login: 'ada', kind: 'bot' },
    ],
    [
      { ...ada, __typename: 'constructor' },
      { id: 7, login: 'ada', kind: 'bot' },
    ],
    [
      { __typename: 'EnterpriseUserAccount', login: 'e' },
      { id: 0, login: 'e', kind: 'deleted' },
    ],
    [null, { id: 0, login: 'ghost', kind: 'deleted' }],
  ])('%j is %j', (node, actor) => {
    expect(actorOf(node)).toEqual(actor);
  });
});

describe('who edited (threat 7)', () => {
  const edited = { ...text, lastEditedAt: '2026-03-01T11:00:00Z' };
  it.each([
    ['never edited', text, { editor: null, editorKnown: true, editedAt: null }],
    [
      'edited by bob',
      { ...edited, editor: { ...ada, login: 'bob', databaseId: 8 } },
      { editorKnown: true },
    ],
    ['edited by nobody we can read', edited, { editor: null, editorKnown: false }],
    [
      'edited by an account without id',
      { ...edited, editor: { __typename: 'User', login: 'x' } },
      { editorKnown: false },
    ],
  ])('%s', (_title, node, expected) => {
    expect(seenText(node)).toMatchObject(expected);
  });
});

it('a comment’s id may exceed 32 bits, where GraphQL’s databaseId gives up', () => {
  const comment = seenComment('issue', {
    ...text,
    fullDatabaseId: '3100000000',
    isMinimized: true,
  });
  expect(SeenComment.parse(comment)).toMatchObject({ id: 3_100_000_000, hidden: true });
});
