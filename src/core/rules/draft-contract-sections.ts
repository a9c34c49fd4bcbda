import { type MarkdownLine, markdownLines } from './visible-text-lines.ts';

/** What a part of an issue is about, told by its heading. `text` is everything without a telling heading. */
export type SectionKind =
  | 'acceptance'
  | 'expected'
  | 'stays'
  | 'constraints'
  | 'scope'
  | 'out-of-scope'
  | 'stop'
  | 'questions'
  | 'verification'
  | 'steps'
  | 'actual'
  | 'aside'
  | 'text';

export interface Section {
  kind: SectionKind;
  lines: MarkdownLine[];
}

/** Headings as people write them, in eight languages. The first that fits decides, so negative ones stand first. */
const HEADINGS: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'out-of-scope',
    /out[- ]of[- ]scope|non[- ]?goals?|not in scope|(?:won['’]?t|will not) (?:do|be done)|exclu(?:ded|sions)|nicht[- ]ziele|außerhalb des umfangs|hors (?:du )?(?:champ|périmètre|scope)|fuera de(?:l)? alcance|fora do escopo|fuori ambito|範囲外|スコープ外|不在范围|范围之外/,
  ],
  [
    'stays',
    /must not change|(?:should|must) (?:stay|remain|keep)|(?:backwards?[- ])?compatib|unchanged|invariants?|preserve|no regressions?|darf sich nicht ändern/,
  ],
  [
    'verification',
    /how (?:to|can (?:this|we|it) be) (?:test|verif)|^(?:verification|testing|tests?|test plan|how to test)$|testplan|vérification|verificación|verificação|検証|测试方法/,
  ],
  ['steps', /reproduc|repro\b|^steps$|schritte|étapes|pasos|passos|passi per|再現|复现|重现/],
  [
    'acceptance',
    /acceptance|definition of done|\bdod\b|done when|success criteri|requirements?$|must[- ]haves?|deliverables?|exit criteria|^(?:tasks?|to ?do|todos?|checklist)$|akzeptanz|abnahme|anforderungen|crit[èe]res? d['’]acceptation|exigences|criterios? de aceptaci|requisitos|crit[ée]rios? de aceita|criteri di accettazione|requisiti|受け入れ|受入|验收|驗收|需求/,
  ],
  [
    'expected',
    /expect(?:ed|ation)|should happen|desired|expected outcome|erwartet|soll[- ]?verhalten|attendu|esperad|atteso|期待|预期|預期/,
  ],
  [
    'actual',
    /actual|current(?:ly)? (?:behaviou?r|result|output)|what happen(?:s|ed)|instead|tatsächlich|ist[- ]?verhalten|actuel|obtenu|actual|atual|observado|attuale|実際|实际/,
  ],
  ['stop', /stop (?:if|when|conditions?|rules?)|hand ?back/],
  [
    'questions',
    /open questions?|unresolved|to be decided|\btbd\b|offene fragen|questions ouvertes|preguntas abiertas|questões em aberto|未解決|待定/,
  ],
  [
    'constraints',
    /constraints?|limitations?|einschränkungen|contraintes|restricciones|restrições|vincoli|制約|约束/,
  ],
  [
    'scope',
    /^(?:in )?scope$|in scope|affected (?:files|paths|code)|files to (?:change|touch)|^umfang$|périmètre|^alcance$|^escopo$|範囲|^范围$/,
  ],
  [
    'aside',
    /environment|version|system info|logs?$|stack ?trace|screenshots?|additional (?:context|info)|context$|background|alternatives?|workaround|references?|related|motivation|why|umgebung|environnement|entorno|ambiente|環境|环境|pre-?submission|before (?:you )?submit|code of conduct/,
  ],
];

const ATX = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const BOLD_ALONE = /^ {0,3}(?:\*\*|__)([^*_]{2,100})(?:\*\*|__)[ \t]*:?[ \t]*$/;
/** Five words at most and no comma: "returns, as expected:" goes on with a sentence. */
const LABEL_ALONE =
  /^ {0,3}(\p{L}[^:：.!?,，、\s]{0,59}(?:[ \t]+[^:：.!?,，、\s]{1,59}){0,4})[ \t]*[:：][ \t]*$/u;

/** Cuts visible text into parts by its headings: `#` lines, underlined ones, bold lines, and `Known label:` lines. */
export function sectionsOf(text: string): Section[] {
  const lines = markdownLines(text);
  const sections: Section[] = [{ kind: 'text', lines: [] }];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as MarkdownLine;
    const underlined = isUnderlined(line, lines[at + 1]);
    const heading = underlined ? line.text.trim() : headingOf(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else {
      sections.push({ kind: kindOf(heading), lines: [] });
      if (underlined) at += 1;
    }
  }
  return sections;
}

function headingOf(line: MarkdownLine): string | null {
  if (line.kind === 'code' || line.quoted) return null;
  const heading = ATX.exec(line.text)?.[1] ?? BOLD_ALONE.exec(line.text)?.[1];
  if (heading !== undefined) return heading;
  const label = LABEL_ALONE.exec(line.text)?.[1];
  return label !== undefined && kindOf(label) !== 'text' ? label : null;
}

function isUnderlined(line: MarkdownLine, next: MarkdownLine | undefined): boolean {
  if (line.kind === 'code' || line.quoted || !next || next.kind === 'code') return false;
  return (
    /^ {0,3}[^\s>*+\-#|].{0,100}$/.test(line.text) &&
    /^ {0,3}(?:={2,}|-{3,})[ \t]*$/.test(next.text)
  );
}

function kindOf(heading: string): SectionKind {
  const plain = heading
    .toLowerCase()
    .replace(/[*_`:：?!.]|\p{Extended_Pictographic}/gu, '')
    .replace(/^\s*\d+[.)]?\s+/, '')
    .trim()
    .slice(0, 120);
  return HEADINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'text';
}
