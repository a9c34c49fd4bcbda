import { describe, expect, it } from 'vitest';
import { digestText } from '../../../../src/core/digest.ts';
import { takeSnapshot } from '../../../../src/core/rules/request/snapshot.ts';
import { Snapshot } from '../../../../src/core/schema/snapshot.ts';
import {
  APP,
  MAINTAINER,
  OUTSIDER,
  observationOf,
  snapshotOf,
  TRIAGER,
} from './snapshot-sample.ts';

const bodyOf = (snapshot: Snapshot) => snapshot.sources.find((source) => source.id === 'body');
const commentOf = (snapshot: Snapshot) =>
  snapshot.sources.find((s) => s.id === 'comment:issue:100');

describe('takeSnapshot', () => {
  it('reads title, body and comments as valid sources, in order', () => {
    const snapshot = snapshotOf({ comments: [{}, { place: 'review' }] });
    expect(Snapshot.parse(snapshot)).toEqual(snapshot);
    expect(snapshot.sources.map((source) => source.id)).toEqual([
      'title',
      'body',
      'comment:issue:100',
      'comment:review:101',
    ]);
  });

  it('keeps visible text, and the hash of the raw one (threats 6, 9)', () => {
    const raw = 'Visible. <!-- hidden -->';
    const body = bodyOf(snapshotOf({ body: raw }));
    expect(body?.text).toBe('Visible.');
    expect(body?.hidden).toEqual([{ kind: 'html-comment', count: 1 }]);
    expect(body?.contentHash).toBe(digestText(raw));
  });

  it.each([
    ['the author alone', MAINTAINER, null, true, 'write'],
    ['an editor with less', MAINTAINER, TRIAGER, true, 'triage'],
    ['an editor with more', OUTSIDER, MAINTAINER, true, 'read'],
    ['an editor who cannot be read', MAINTAINER, null, false, 'none'],
    ['someone whose role is unknown', { ...OUTSIDER, id: 77 }, null, true, 'none'],
    ['an App that is not allowed', APP, null, true, 'none'],
  ] as const)('authority of %s (threats 4, 7)', (_, author, editor, editorKnown, authority) => {
    const comments = [{ author, editor, editorKnown }];
    expect(commentOf(snapshotOf({ comments }))?.authority).toBe(authority);
  });

  it('gives an allowed App a writer’s authority', () =>
    expect(
      commentOf(snapshotOf({ comments: [{ author: APP }] }, { allow: [900] }))?.authority,
    ).toBe('write'));

  it('gives a minimised comment none', () =>
    expect(commentOf(snapshotOf({ comments: [{ hidden: true }] }))?.authority).toBe('none'));

  it('leaves our own comments out by id, not by name', () => {
    const comments = [
      { author: MAINTAINER },
      { author: { ...MAINTAINER, login: 'github-actions[bot]' } },
    ];
    const ids = snapshotOf({ comments }, { ownComments: [100] }).sources.map((source) => source.id);
    expect(ids).toEqual(['title', 'body', 'comment:issue:101']);
  });

  it('adopts an outsider’s title and body at the start, and their comments never', () => {
    const issue = { author: OUTSIDER, comments: [{ author: OUTSIDER }] };
    const adopted = snapshotOf(issue, { adopted: 'title-and-body' }).sources.map((s) => s.adopted);
    expect(adopted).toEqual([true, true, false]);
  });

  it('lets adoption end with the first edit, also within the same second', () => {
    const first = snapshotOf(
      { author: OUTSIDER, body: 'As it stood.' },
      { adopted: 'title-and-body' },
    );
    const kept = first.sources.map((source) => [source.id, source.contentHash] as const);
    const options = { ownComments: [], adopted: kept, allow: [] };
    const same = takeSnapshot(observationOf({ author: OUTSIDER, body: 'As it stood.' }), options);
    const edited = takeSnapshot(observationOf({ author: OUTSIDER, body: 'Otherwise.' }), options);
    expect(bodyOf(same)?.adopted).toBe(true);
    expect(bodyOf(edited)?.adopted).toBe(false);
  });

  it.each([
    ['before', '2026-01-01T00:00:09Z', true],
    ['in the same second', '2026-01-01T00:00:10Z', false],
    ['after', '2026-01-01T00:00:11Z', false],
  ])(
    'adopts a body that was edited %s the start only if nobody could miss it',
    (_, editedAt, adopted) => {
      const observation = observationOf({ author: OUTSIDER });
      observation.issue.text.editedAt = editedAt;
      const snapshot = takeSnapshot(observation, {
        ownComments: [],
        adopted: 'title-and-body',
        allow: [],
        adoptedAt: '2026-01-01T00:00:10.500Z',
      });
      expect(bodyOf(snapshot)?.adopted).toBe(adopted);
    },
  );
});
