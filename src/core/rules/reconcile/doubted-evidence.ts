/** Somebody’s own observation that something does not work, or that a green result proves nothing. */
const DOUBTS =
  /\b(?:(?:does|do|did) ?n[o'’]t work|not work(?:ing)?|(?:still )?(?:fails?|failed|failing|crash(?:es|ed)?|hangs?|errors? out) (?:for me|here|on my|on staging|in production|locally|with|when|again)|fails?:?$|broken (?:for me|on|in|since|again)|(?:green|pass(?:es|ed)?|succeed(?:s|ed)?) (?:only )?by (?:luck|accident|chance)|means? nothing|proves? nothing|false (?:positive|negative|green)|wrong all along|(?:cached|stale|old|outdated) (?:build|run|result|artefact|artifact|snapshot|checkout)|(?:pass(?:es|ed)?|green|succeed(?:s|ed)?) (?:\S+ ){0,3}(?:even (?:if|when|though|without)|anyway|regardless|whatever)|(?:collects?|runs?|executes?) (?:nothing|no tests?|0 tests?|zero tests?)|(?:no|0|zero) tests? (?:ran|run|were run|are run|executed|collected)|(?:can(?:not|['’]?t| not)|could(?: not|n['’]t)|should(?: not|n['’]t)|don['’]?t|do not|would(?: not|n['’]t)) (?:be )?trust(?:ed)?|(?:results?|passe?s?|green|runs?)(?: from \p{L}+)? (?:does|do|did)(?:n['’]t| not) (?:count|apply|hold|mean)|(?:is|are|was|were) (?:worthless|meaningless|useless|pointless|void|invalid|unreliable))\b/iu;

/** Something is amiss, and somebody saw it: an observation, and no wish. */
const PROBLEM =
  /\b(?:blank|empty|crash(?:es|ed)?|errors?|exception|traceback|stack trace|broken|garbled|cut off|truncated|0 bytes|wrong|nothing happens|freez(?:es|ing)|hangs|times? out|timed out|is red|(?:does|do|did|is|are)(?:n['’]t| not) (?:look|load|open|show|render|work|print|start|right|count|there)\w*|still (?:\p{L}+s|\p{L}+ed)|fail(?:s|ed|ing)?|40\d|50\d)\b/iu;
const SEEN_BY_SOMEBODY =
  /(?:\b(?:here|for me|for us|on (?:my|our)|on (?:staging|mobile|windows|linux|mac\w*|android|ios|main|production|ci)|in (?:firefox|safari|chrome|edge|production|staging)|locally|i (?:get|got|see|saw|am getting|keep getting)|we (?:get|got|see|saw)|when i|if i|once i|since (?:today|yesterday|the last|this morning))\b|^(?:does|did)n['’]t )/i;

/** What evidence is made of. Where a contract itself speaks of one of these, its name proves nothing. */
const EVIDENCE =
  /\b(?:tests?|fixtures?|golden(?: \p{L}+)?|snapshots?|mocks?|mock(?:ed)? \p{L}+|stubs?|fakes?|base images?|docker images?|runner images?|test suite|suite|assertions?|ci|build|pipeline|workflow|runner|job|benchmarks?|measurements?|staging|sandbox|test (?:data|machine|server|environment|account)|sample data|baseline|seed data|timings?)\b/iu;

/** How evidence goes bad; `never`, `not` and `only` count where they are told of the past. */
const DEFECT =
  /\b(?:broken|wrong|stale|old|outdated|skipped|disabled|ignored|commented out|flaky|worthless|meaningless|useless|swallows?|hides|masks|unreliable|empty|misconfigured|expired|cached|mocked|by luck|by accident)\b/i;
const ONCE =
  /\b(?:was|were|did|had|has been|have been|\p{L}{3,}ed|sent|ran|came|went|got|took|made|saw)\b/iu;
const NEVER = /\b(?:never|not|only|no|until|nothing|zero)\b|n['’]t\b/i;

const REMADE =
  /\b(?:was|were|got|has been|have been) (?:just |now |also )?(?:rebuilt|updated|changed|replaced|upgraded|reset|regenerated|re-?recorded|fixed|repaired|restored|swapped|re-?seeded|rotated|bumped)\b/i;

/** The same in German, French, Spanish and Portuguese: wrong or mended test data, runs and results. */
const ELSEWHERE =
  /(?<!\p{L})(?:test(?:daten|lauf|läufe|umgebung|datenbank|server|ergebnis\p{L}*)|fixtures?|mocks?|données de test|jeux? de test|base de test|datos de prueba|entorno de pruebas?|dados de teste|ambiente de testes?)(?!\p{L}).*(?<!\p{L})(?:falsch\p{L}*|vertauscht|kaputt|veraltet|korrigiert|repariert|geändert|erneuert|fauss?e?s?|cassée?s?|périmée?s?|corrigée?s?|changée?s?|mal|incorrect[oa]s?|rot[oa]s?|corregid[oa]s?|errad[oa]s?|corrigid[oa]s?|desatualizad[oa]s?)(?!\p{L})|^(?:ich|wir) habe?n? (?:sie|es|das|ihn) .{0,60}(?:korrigiert|repariert|geändert|erneuert)/iu;

/** Whoever changes what checks stand on says that earlier results may not hold. */
const CHANGED =
  /^(?:(?:careful|attention|heads[- ]up|fyi|note|btw|watch out)[,:—–-]? )*(?:(?:i|we|they|he|she|[\p{Lu}]\p{L}+)(?:['’]ve| have| has)? )?(?:just |already |also )*(?:(?:force-?)?pushed|merged|committed|fixed|updated|changed|reverted|replaced|regenerated|re-?recorded|reset|restarted|restored|re-?seeded|cleared|upgraded|downgraded|bumped|deployed|re-?enabled|disabled|repaired|corrected|swapped|rotated|emptied|wiped|rebuilt|reinstalled|patched)\b/iu;
const WHERE =
  /\b(?:[0-9a-f]{7,40}\b|(?:on|to|in|into) (?:main|master|trunk|develop|staging|production|the (?:branch|base|ci|runner))|a (?:fix|new one|new version)(?: (?:for|to))?|dependenc(?:y|ies)|lockfile|base image|database|cache)\b/i;

/** Still orders something: a demand about tests is a demand. */
const ORDERS =
  /\b(?:must|shall|should|needs? to|ha(?:s|ve) to|please|let['’]?s|instead|want|would like|make sure|ensure)\b/i;

/** Whether a sentence says that results are worth nothing, or that what they stand on has changed. */
export function doubtsEvidence(sentence: string, vocabulary: ReadonlySet<string>): boolean {
  if (DOUBTS.test(sentence)) return true;
  if (ORDERS.test(sentence)) return false;
  if (PROBLEM.test(sentence) && SEEN_BY_SOMEBODY.test(sentence)) return true;
  const named = EVIDENCE.exec(sentence)?.[0].toLowerCase().split(' ')[0];
  const evidence = named !== undefined && !vocabulary.has(named);
  if (CHANGED.test(sentence)) return evidence || WHERE.test(sentence);
  if (ELSEWHERE.test(sentence)) return true;
  if (!evidence) return false;
  return (
    REMADE.test(sentence) || DEFECT.test(sentence) || (ONCE.test(sentence) && NEVER.test(sentence))
  );
}
