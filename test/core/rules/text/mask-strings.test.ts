import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskStrings } from '../../../../src/core/rules/text/mask-strings.ts';

const mask = async (text: string): Promise<string> => text.replaceAll('s3cret', '***');

describe('maskStrings', () => {
  it.each([
    ['s3cret', '***'],
    [
      ['a s3cret', 'b'],
      ['a ***', 'b'],
    ],
    [{ s3cret: { deep: ['s3cret', 1, null, true] } }, { s3cret: { deep: ['***', 1, null, true] } }],
    [
      { one: 's3cret', same: 's3cret' },
      { one: '***', same: '***' },
    ],
    // Brings what we put between texts.
    [
      ['x\n\0\ns3cret', 's3cret'],
      ['x\n\0\n***', '***'],
    ],
  ])('masks every string, and no key: %j', async (value, expected) => {
    expect(await maskStrings<unknown>(value, mask)).toEqual(expected);
  });

  it('gives back the very value where there is nothing to mask, having asked once', async () => {
    const value = { a: ['b', 'c'], d: 1 };
    let asked = 0;
    const same = await maskStrings(value, async (text) => {
      asked += 1;
      return text;
    });
    expect(same).toBe(value);
    expect(asked).toBe(1);
  });

  it('masks each alone when a finding would reach from one into the next', async () => {
    const greedy = async (text: string) => text.replace(/begin[\s\S]*end/, '***');
    expect(await maskStrings(['begin', 'x', 'end'], greedy)).toEqual(['begin', 'x', 'end']);
  });

  it('says of any value what masking each string alone says', async () => {
    const text = fc.stringMatching(/^(?:s3cret|\n|\0|x){0,6}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(text, fc.record({ t: text })), { maxLength: 6 }),
        async (value) => {
          const alone = JSON.parse(JSON.stringify(value).replaceAll('s3cret', '***'));
          expect(await maskStrings<unknown>(value, mask)).toEqual(alone);
        },
      ),
    );
  });
});
