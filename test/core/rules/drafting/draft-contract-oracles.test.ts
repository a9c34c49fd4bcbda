import { describe, expect, it } from 'vitest';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import { oraclesIn } from '../../../../src/core/rules/drafting/draft-contract-oracles.ts';
import { GUARD } from '../contract/assemble-contract-sample.ts';
import { snapshotOf } from '../request/snapshot-sample.ts';

describe('F2 acceptance tests that a person wrote into the issue', () => {
  it.each([
    ['a fence that names its file', '```js test/a.test.js\nx();\n```', 'test/a.test.js', 'x();\n'],
    [
      'a line that names the file above',
      'Acceptance test: `tests/test_a.py`\n\n```python\nassert a\n```',
      'tests/test_a.py',
      'assert a\n',
    ],
    [
      'a fence in a list',
      '- It sorts\n  ```js a.test.js\n  if (x)\n    y();\n  ```',
      'a.test.js',
      'if (x)\n  y();\n',
    ],
  ])('%s', (_, body, path, content) => {
    expect(oraclesIn(body)).toMatchObject([{ path, content }]);
    expect(body).toContain(oraclesIn(body)[0]?.quote);
  });

  it.each([
    ['an attribute', '```js title=x\na\n```'],
    ['a place outside', '```js ../a.test.js\na\n```'],
    ['somebody else’s words', '> ```js a.test.js\n> a\n> ```'],
    ['code without a name', 'See:\n\n```js\na\n```'],
  ])('but not %s', (_, body) => expect(oraclesIn(body)).toEqual([]));

  it('is a criterion of its own, run alone by the runner the repository uses', () => {
    const body = '## Acceptance criteria\n- It sorts\n\n```js test/a.test.js\nx();\n```';
    const { acceptance } = draftContract(snapshotOf({ body }), [GUARD]).draft;
    expect(acceptance[1]).toMatchObject({
      quote: '```js test/a.test.js',
      expectation: 'becomes-true',
      checks: [{ argv: ['node', '--test', 'test/a.test.js'], oracle: [{ content: 'x();\n' }] }],
    });
  });

  it('says so when no way is known to run it', () => {
    const { notes } = draftContract(snapshotOf({ body: '```tf a.tftest.hcl\nx\n```' }), []);
    expect(notes.join()).toContain('a.tftest.hcl');
  });
});
