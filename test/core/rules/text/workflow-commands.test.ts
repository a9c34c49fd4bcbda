import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSafe, logWords } from '../../../../src/core/rules/text/neutralise.ts';
import { commandsIn } from '../../../support/runner-commands.ts';

/** Each acts when it is printed as it is. */
const ACTING = [
  '::set-output name=a::b',
  '::set-env name=PATH::/tmp',
  '::add-path::/tmp',
  '::add-mask::a',
  '::stop-commands::token',
  '::token::',
  '::error file=a,line=1::b',
  '::save-state name=a::b',
  '::group::a',
  '::debug::',
  '##[command]a',
  '##[error]a',
  '##[add-mask]a',
  'words ##[set-env name=a]b',
  '  ::warning::a',
  '\u3000::warning::a',
  '\u0085::warning::a',
  '\ufeff::warning::a',
  'progress 10%\r::set-output name=a::b',
  'a\n::set-output name=a::b\nb',
  'a\r\n\t::set-output name=a::b',
  '::\u200bset-output name=a::b',
];

/** Pieces from which commands come together, also after something was taken out between them. */
const pieces = fc.constantFrom(
  ...[
    '::',
    ':',
    '##',
    '#',
    '[',
    ']',
    '##[',
    'set-output',
    'stop-commands',
    'add-mask',
    ' name=a',
    'token',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    ' ',
    '\t',
    '\u00a0',
    '\u3000',
    '\ufeff',
  ],
  ...[
    '\u001b[2K',
    '\u001b[1G',
    '\u001b]0;',
    '\u0007',
    '\b',
    '\u0000',
    '\u200b',
    '\u200d',
    '\u202e',
    '\ufe0f',
    '\u{e0041}',
  ],
  ...['%0A', '%0D', '%25', '\ud800', 'é', '🙂'],
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...ACTING))
    .map((parts) => parts.join('\n')),
);

describe('row 21: text in the log that would act', () => {
  it.each(ACTING)('%j acts when it is printed as it is, and not as we print it', (text) => {
    expect(commandsIn(text)).not.toEqual([]);
    expect(commandsIn(logSafe(text))).toEqual([]);
    expect(commandsIn(`· ${logWords(text)}`)).toEqual([]);
  });

  it('never acts, whatever it is made of', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const printed of [logSafe(text), `· ${logWords(text, 4000)}`]) {
          expect(commandsIn(printed)).toEqual([]);
          // No escape sequence and no carriage return: what a terminal or the log's page shows is what stands there.
          expect(printed).not.toMatch(/[^\P{Cc}\n\t]/u);
        }
        expect(logWords(text)).not.toContain('\n');
      }),
      { numRuns: 2000 },
    );
  });
});
