import { describe, expect, it } from 'vitest';
import { referencesOf } from '../../../../src/core/rules/request/references.ts';
import { observationOf, snapshotOf } from './snapshot-sample.ts';

const listed = (text: string) =>
  referencesOf([{ id: 'body', text }], observationOf()).map(
    ({ kind, target }) => `${kind} ${target}`,
  );

describe('what a request points to is listed, not fetched', () => {
  it.each([
    ['See #12 and other/repo#3.', ['mention acme/tools#12', 'mention other/repo#3']],
    ['https://github.com/o/r/pull/5, again o/r#5', ['mention o/r#5']],
    ['![](https://x.y/a.png)', ['image https://x.y/a.png']],
    [
      'Log: https://github.com/user-attachments/files/1/a.log',
      ['attachment https://github.com/user-attachments/files/1/a.log'],
    ],
    ['https://x.y/a.gif', ['image https://x.y/a.gif']],
    ['https://x.y/docs is no attachment, nor is C#8 or a#1x', []],
  ])('%s', (text, expected) => expect(listed(text)).toEqual(expected));

  it('with what GitHub itself links', () => {
    const seen = observationOf();
    const related = [{ relation: 'sub-issue' as const, target: 'acme/tools#9' }];
    const found = referencesOf([], { ...seen, issue: { ...seen.issue, related } });
    expect(found).toEqual([{ kind: 'sub-issue', target: 'acme/tools#9', source: 'github' }]);
  });

  it('stands in the snapshot, and never more than people read', () => {
    const body = Array.from({ length: 500 }, (_, n) => `#${n + 1}`).join(' ');
    expect(snapshotOf({ body }).references).toHaveLength(200);
  });
});
