/** Lines that are headings without a mark of their own, as forms and mails have them. Whole lines only. */
const KNOWN =
  /^(?:(?:steps|how) to reproduce|reproduction steps|(?:expected|desired|actual|current|observed) (?:behaviou?rs?|results?|outcomes?|outputs?)|what (?:happens|happened|i expected|should happen)|acceptance criteria|definition of done|out of scope|non-?goals|proposed (?:solution|change|behaviou?r)|additional (?:context|information|notes)|environment|alternatives considered|(?:erwartetes|tatsächliches|aktuelles) (?:verhalten|ergebnis)|schritte zu[mr] (?:reproduzieren|reproduktion)|akzeptanzkriterien|comportement (?:attendu|actuel|observé)|résultat (?:attendu|obtenu)|étapes (?:pour|de) reprodu\p{L}+|critères d['’]acceptation|(?:comportamiento|resultado) (?:esperado|actual|obtenido)|pasos para reproducir|criterios de aceptación|comportamento (?:esperado|atual)|resultado (?:esperado|atual)|passos para reproduzir|critérios de aceitação|期待(?:する|される|の|した)?(?:動作|結果|挙動|行为|结果)|期望(?:的)?(?:行为|结果)|(?:实际|实際|当前)(?:的)?(?:行为|结果)|実際の(?:動作|結果|挙動)|(?:复现|重现)步骤|再現(?:手順|条件|方法)|验收标准|受け入れ(?:条件|基準))$/iu;

/** "◆概要", "【期待する動作】", "■ Ist": a mark that is no Markdown before the words. */
const MARKED = /^[◆◇■□▼▽★【〔［]{1,3}[ \t]*([^【】〔〕［］。.!?]{2,40})[】〕］]?[ \t]*[:：]?$/u;

/** The heading that a line of a paragraph is, though Markdown does not know it; null when it is none. */
export function plainHeading(line: string): string | null {
  const text = line.trim();
  if (text.length > 60) return null;
  const marked = MARKED.exec(text)?.[1];
  if (marked !== undefined) return marked.trim();
  return /^[\p{Lu}\p{Lo}]/u.test(text) && KNOWN.test(text) ? text : null;
}
