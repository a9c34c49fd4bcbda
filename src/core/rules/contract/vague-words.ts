/**
 * Words about which two careful people may disagree with the result in front of them, by language. In lower case and without
 * accents; `*` stands for any ending. More than one word is looked for as it stands.
 */
const VAGUE: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt', readonly string[]>> = {
  en: [
    'nice nicer nicely fast faster quick quicker quickly user-friendly intuitive intuitively clean cleaner easy easier easily better',
    'properly reasonable reasonably appropriate appropriately robust robustly reliable reliably elegant elegantly seamless seamlessly modern',
    'efficient efficiently smooth smoothly meaningful meaningfully sensible sensibly adequate adequately suitable suitably',
    'helpful helpfully graceful gracefully performant polished sufficient sufficiently maintainable readable state-of-the-art production-ready',
    'etc',
  ],
  de: [
    'benutzerfreundlich* nutzerfreundlich* anwenderfreundlich* sinnvoll* angemessen* sauber* vernunftig* ordentlich* moglichst schnell schneller',
    'einfach einfacher zuverlassig* robust* performant* intuitiv* ubersichtlich* zeitgemass* modern moderne modernen effizient* hilfreich* ausreichend* geeignet* elegant* usw',
  ],
  fr: [
    'convivial* approprie appropriee appropries appropriees correctement raisonnable* intuitif intuitive intuitivement robuste robustes rapidement fiable fiables',
    'proprement efficace efficacement elegant* facilement adequat* suffisamment performant* ergonomique*',
  ],
  es: [
    'facil faciles facilmente adecuado adecuada adecuados adecuadas adecuadamente amigable* razonable* robusto robusta robustos robustas correctamente rapidamente fiable fiables',
    'intuitivo intuitiva eficiente eficientemente elegante suficiente suficientemente claramente',
  ],
  pt: [
    'apropriado apropriada apropriadamente adequado adequada adequadamente amigavel amigaveis razoavel razoaveis corretamente rapidamente confiavel confiaveis',
    'facilmente eficientemente elegante suficientemente',
  ],
};

const PHRASES: readonly string[] = [
  ...['as needed', 'if needed', 'where necessary', 'if necessary', 'if possible', 'where possible'],
  ...['as appropriate', 'and so on', 'good enough', 'state of the art', 'production ready'],
  ...[
    'user friendly',
    'best practice',
    'best practices',
    'bei bedarf',
    'wenn moglich',
    'falls notig',
    'so weit wie moglich',
    'nach moglichkeit',
    'und so weiter',
    'stand der technik',
  ],
  ...[
    'si necessaire',
    'si possible',
    'le cas echeant',
    'autant que possible',
    'plus rapide',
    'plus simple',
    'plus propre',
    'et ainsi de suite',
    'au besoin',
  ],
  ...[
    'si procede',
    'si es necesario',
    'si es posible',
    'segun sea necesario',
    'en lo posible',
    'mas rapido',
    'mas sencillo',
    'mas facil',
    'de forma correcta',
  ],
  ...[
    'se necessario',
    'se possivel',
    'quando apropriado',
    'na medida do possivel',
    'mais rapido',
    'mais simples',
    'mais facil',
    'de forma correta',
  ],
];

const LISTED = Object.values(VAGUE)
  .flat()
  .flatMap((line) => line.split(' '));
const WHOLE = new Set(LISTED.filter((word) => !word.endsWith('*')));
const STARTS = LISTED.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));

/** The first words of a statement that no observation can settle, as written; null when there are none. */
export function vagueWords(statement: string): string | null {
  // What stands in code or quotes is a name or a text.
  const text = statement
    .normalize('NFC')
    .slice(0, 2000)
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length));
  const words = [...text.matchAll(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu)].map(({ 0: word, index }) => ({
    word,
    plain: plain(word),
    index,
  }));
  for (const [at, { word, plain: bare, index }] of words.entries()) {
    const phrase = PHRASES.find((each) =>
      each.split(' ').every((part, offset) => words[at + offset]?.plain === part),
    );
    if (phrase !== undefined) {
      const last = words[at + phrase.split(' ').length - 1];
      return text.slice(index, last ? last.index + last.word.length : index);
    }
    if (WHOLE.has(bare) || STARTS.some((start) => bare.startsWith(start))) return word;
    if (/^consistent(?:ly)?$/.test(bare) && words[at + 1]?.plain !== 'with') return word;
    // Without its dots it is “already”.
    if (/^schön/i.test(word)) return word;
  }
  return null;
}

const plain = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
