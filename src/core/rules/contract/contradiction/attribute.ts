import { FILLERS } from './contradiction-words.ts';
import { plainLine } from './plain-words.ts';

/** What a sentence gives as the one default, or the one name, of a thing. */
export interface Attribute {
  kind: 'default' | 'name';
  thing: string;
  value: string;
}

const MUST = '(?:must |should |shall |muss |soll |doit |debe |deve )?';
const IS = '(?:is|are|be|ist|sind|sein|est|sont|etre|es|son|ser|e|sao)';
const DEFAULT =
  '(?:default(?: value)?|standardwert|voreinstellung|valeur par defaut|valor (?:por defecto|predeterminado|padrao)|padrao)';
const OF = '(?:of|for|von|fur|des|der|de|du|da|do|del)';

/** Where in a line, in lower case and without accents, a thing and its value stand. Bounded, so that no line costs much. */
interface Form {
  kind: Attribute['kind'];
  pattern: RegExp;
  /** Without these words the pattern says nothing of the kind. */
  only?: RegExp;
}

const VALUE = '(.{1,60})';
const FORMS: readonly Form[] = [
  { kind: 'default', pattern: new RegExp(`^(.{1,120}?) ${MUST}defaults? to ${VALUE}$`) },
  {
    kind: 'default',
    pattern: new RegExp(`^(?:\\w{1,3} )?${DEFAULT} ${OF} (.{1,120}?) ${MUST}${IS} ${VALUE}$`),
  },
  {
    kind: 'default',
    pattern: new RegExp(`^(?:the )?default (?!values? )(.{1,60}?) ${MUST}${IS} ${VALUE}$`),
  },
  {
    kind: 'default',
    pattern: new RegExp(
      `^(.{1,60}?) (?:par defaut|por defecto|por padrao|predeterminad[oa]|padrao) ${MUST}${IS} ${VALUE}$`,
    ),
  },
  {
    kind: 'default',
    pattern: new RegExp(
      `^(.{1,120}?) ${MUST}(?:${IS}|vaut) (?:by default |standardmassig |por defecto |por padrao )?(.{1,60}?)(?: (?:by default|par defaut|por defecto|por padrao))?$`,
    ),
    only: /\b(?:by default|standardmassig|par defaut|por defecto|por padrao)\b/,
  },
  {
    kind: 'name',
    pattern: new RegExp(
      `^(.{1,120}?) ${MUST}(?:${IS} (?:called|named)|heisst|heissen|s['’]appelle|se llama|se chama) ${VALUE}$`,
    ),
  },
];

export function attributeOf(sentence: string): Attribute | null {
  const line = plainLine(sentence).replace(/[\s.!;]+$/, '');
  for (const { kind, pattern, only } of FORMS) {
    if (only && !only.test(line)) continue;
    const [, thing = '', value = ''] = pattern.exec(line) ?? [];
    const atom = thing === '' ? null : atomOf(value);
    if (atom !== null) return { kind, thing: bare(thing), value: atom };
  }
  return null;
}

/** One word, number or quoted text. More words may hold a condition, under which another value is no contradiction. */
function atomOf(value: string): string | null {
  const text = value.replace(/^(?:the|a|an|der|die|das|le|la|el|o) /, '').trim();
  return /^(?:`[^`]*`|[^\s`]+|\d[\d.,]* ?[a-z%]+)$/.test(text) ? text.replaceAll('`', '') : null;
}

const bare = (thing: string): string =>
  (thing.match(/[\p{L}\d_.-]+/gu) ?? []).filter((word) => !FILLERS.has(word)).join(' ');
