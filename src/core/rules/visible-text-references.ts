import { countHidden, type HiddenCounts } from './visible-text-characters.ts';

const CONTAINERS = String.raw`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*`;
const TITLE = String.raw`(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)|["'(][^"'()]*))?[ \t]*$`;
const TARGET = String.raw`(?:<[^<>]*>|[^\s<]\S*)`;
/** `[//]: # (note)`: defines a link, shows nothing. Footnotes (`[^1]:`) do show. */
const DEFINITION = new RegExp(
  String.raw`${CONTAINERS}\[(?!\^)(?:[^[\]\\]|\\.){1,999}\]:[ \t]*${TARGET}${TITLE}`,
);
const LABEL_ALONE = new RegExp(String.raw`${CONTAINERS}\[(?!\^)(?:[^[\]\\]|\\.){1,999}\]:[ \t]*$`);
const END_OF_LABEL = new RegExp(String.raw`^[^[\]]{0,999}\]:[ \t]*${TARGET}${TITLE}`);
const TARGET_ALONE = new RegExp(String.raw`^[ \t>]*${TARGET}${TITLE}`);
const TITLE_LINE = /^[ \t>]*(["'(])/;

/** What the lines of a paragraph so far mean for the next one. */
export type DefinitionState = 'text' | 'open-label' | 'label' | 'definition' | 'title';

/**
 * Judges one line of running text for link definitions, which show nothing. A definition may go on over lines: its
 * target and its title count as hidden too.
 */
export function definitionLine(
  line: string,
  before: DefinitionState,
  hidden: HiddenCounts,
): { shows: boolean; state: DefinitionState } {
  const state = judge(line, before);
  const shows = state === 'text' || state === 'open-label' || state === 'label';
  if (!shows && before !== 'title') countHidden(hidden, 'html-comment');
  return { shows, state };
}

function judge(line: string, before: DefinitionState): DefinitionState {
  if (before === 'title') return closesTitle(line) ? 'definition' : 'title';
  if (before === 'definition') {
    const mark = TITLE_LINE.exec(line)?.[1];
    if (mark !== undefined) {
      return closesTitle(line.slice(line.indexOf(mark) + 1)) ? 'definition' : 'title';
    }
  }
  if (before === 'label' && TARGET_ALONE.test(line))
    return opensTitle(line) ? 'title' : 'definition';
  if (before === 'open-label' && END_OF_LABEL.test(line))
    return opensTitle(line) ? 'title' : 'definition';
  if (DEFINITION.test(line)) return opensTitle(line) ? 'title' : 'definition';
  if (LABEL_ALONE.test(line)) return 'label';
  return line.lastIndexOf('[') > line.lastIndexOf(']') ? 'open-label' : 'text';
}

function closesTitle(rest: string): boolean {
  return /["')][ \t]*$/.test(rest);
}

function opensTitle(line: string): boolean {
  return /[ \t]["'(][^"'()]*$/.test(line);
}

const TARGET_AT = /[ \t\n]*(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)/y;
const TITLE_AT = /[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\))/y;
const CLOSE_AT = /[ \t\n]*\)/y;
const LONGEST_TARGET = 300;

/** The `(target "title")` behind a link’s `]`: where it ends and what of it may be kept. Null when it is none. */
export function linkTail(
  text: string,
  at: number,
): { end: number; shown: string; hides: boolean } | null {
  TARGET_AT.lastIndex = at + 1;
  const target = TARGET_AT.exec(text)?.[1] ?? '';
  TITLE_AT.lastIndex = TARGET_AT.lastIndex;
  const title = TITLE_AT.test(text);
  CLOSE_AT.lastIndex = title ? TITLE_AT.lastIndex : TARGET_AT.lastIndex;
  if (!CLOSE_AT.test(text)) return null;
  const wordy = /\s/.test(target) || target.length > LONGEST_TARGET;
  return {
    end: CLOSE_AT.lastIndex,
    shown: wordy ? '()' : `(${target})`,
    hides: title || wordy,
  };
}

/** Index of the `]` that closes each `[`, by index; 0 where none does. Brackets match inside a paragraph only. */
export function matchBrackets(text: string): Int32Array {
  const match = new Int32Array(text.length);
  let open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start !== undefined) match[start] = at;
    } else if (character === '\n' && text[at + 1] === '\n') open = [];
  }
  return match;
}
