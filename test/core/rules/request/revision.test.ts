import { describe, expect, it } from 'vitest';
import { changesBetween, sameRevision } from '../../../../src/core/rules/request/revision.ts';
import { type IssueSample, MAINTAINER, snapshotOf, TRIAGER } from './snapshot-sample.ts';

const BEFORE: IssueSample = { comments: [{ body: 'one' }, { body: 'two' }] };

const cases: [string, IssueSample, object[]][] = [
  ['nothing', BEFORE, []],
  [
    'a new comment',
    { comments: [{ body: 'one' }, { body: 'two' }, { body: 'three' }] },
    [{ source: 'comment:issue:102', change: 'added' }],
  ],
  [
    'an edit that leaves the times as they were (threat 6)',
    { comments: [{ body: 'one' }, { body: 'TWO' }] },
    [{ source: 'comment:issue:101', change: 'edited' }],
  ],
  [
    'an edit of hidden text alone',
    { comments: [{ body: 'one<!-- x -->' }, { body: 'two' }] },
    [{ source: 'comment:issue:100', change: 'edited' }],
  ],
  [
    'another’s name under the same text',
    { comments: [{ body: 'one', editor: TRIAGER }, { body: 'two' }] },
    [{ source: 'comment:issue:100', change: 'edited' }],
  ],
  [
    'a deletion in the middle',
    { comments: [{ body: 'two', id: 101 }] },
    [{ source: 'comment:issue:100', change: 'deleted', contentHash: null }],
  ],
  ['another title', { ...BEFORE, title: 'Other' }, [{ source: 'title', change: 'edited' }]],
  ['another body', { ...BEFORE, body: 'Other' }, [{ source: 'body', change: 'edited' }]],
];

describe('D3: the revision moves exactly when a source changed', () => {
  it.each(cases)('%s', (_, after, changes) => {
    const [a, b] = [snapshotOf(BEFORE), snapshotOf(after)];
    expect(changesBetween(a, b)).toMatchObject(changes);
    expect(changesBetween(a, b)).toHaveLength(changes.length);
    expect(sameRevision(a.revision, b.revision)).toBe(changes.length === 0);
  });

  it('does not move for a role, a look’s time, or our own comment', () => {
    const roles = snapshotOf({ ...BEFORE, roles: { [MAINTAINER.id]: 'admin' } });
    const own = snapshotOf(
      { comments: [{ body: 'one' }, { body: 'two' }, { body: 'ours' }] },
      { ownComments: [102] },
    );
    expect(sameRevision(snapshotOf(BEFORE).revision, roles.revision)).toBe(true);
    expect(sameRevision(snapshotOf(BEFORE).revision, own.revision)).toBe(true);
  });

  it('names the newest comment, and 0 without any', () => {
    expect(snapshotOf(BEFORE).revision.lastCommentId).toBe(101);
    expect(snapshotOf().revision.lastCommentId).toBe(0);
  });
});
