import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../../../src/core/catalogue-error.ts';
import { parseConfiguration } from '../../../../src/core/rules/configuration/configuration.ts';
import { Configuration } from '../../../../src/core/schema/configuration.ts';

function mistake(text: string): CatalogueError {
  try {
    parseConfiguration(text, 'c.yml');
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseConfiguration', () => {
  it.each([null, '', '  \n', '# only a comment\n', '---\n'])('%j is the default', (text) =>
    expect(parseConfiguration(text)).toEqual(Configuration.parse({})),
  );

  it('reads what is given and fills in the rest', () => {
    const read = parseConfiguration(
      'approval: never\nbudgets:\n  turns: 5\nchecks:\n  - [npm, test]\n',
    );
    expect(read).toMatchObject({
      approval: 'never',
      budgets: { turns: 5 },
      checks: [['npm', 'test']],
    });
    expect(read.trigger.label).toBe('contractor');
  });

  it.each([
    ['an unknown key', 'mode: auto\naproval: never', 2, 'aproval', 'did you mean "approval"'],
    ['an unknown key inside', 'trigger:\n  lable: x', 2, 'trigger.lable', 'did you mean "label"'],
    ['an unknown key like no other', 'zzz: 1', 1, 'zzz', 'Unknown key "zzz".'],
    ['a wrong value', '\n\napproval: maybe', 3, 'approval', 'when-incomplete'],
    ['a wrong value in a list', 'checks:\n  - [npm, test]\n  - npm test', 3, 'checks.1', 'array'],
    ['a wrong number', 'budgets:\n  turns: -1', 2, 'budgets.turns', '>0'],
    ['no mapping', '- a', 1, '', 'object'],
    ['broken YAML', 'a: [', 1, undefined, 'sequence'],
    ['a doubled key', 'approval: never\napproval: never', 2, undefined, 'unique'],
    ['a tag that would run code', 'a: !!js/function "x"', 1, undefined, 'tag'],
    ['a prototype', '__proto__:\n  a: 1', 1, '__proto__', 'Unknown key'],
  ])('%s: file, line, field', (_, text, line, field, words) => {
    const error = mistake(text);
    expect(error.code).toBe('bad-configuration');
    expect(error.place).toMatchObject({
      file: 'c.yml',
      line,
      ...(field === undefined ? {} : { field }),
    });
    expect(error.message).toContain(words);
  });

  it.each([
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nd: [${'*c,'.repeat(9)}*c]`,
    ],
    ['endless nesting', `a: ${'['.repeat(60_000)}`],
    ['endless text', `# ${'x'.repeat(70_000)}`],
  ])('%s is refused', (_, text) => expect(mistake(text).code).toBe('bad-configuration'));
});
