import type { Check } from '../../schema/check.ts';
import type { DraftedCheck } from '../../schema/draft.ts';
import { argvOf } from '../text/command-line.ts';
import type { Passage } from './draft-contract-passages.ts';
import type { Section } from './draft-contract-sections.ts';
import { sentencesIn } from './draft-contract-wording.ts';

const MOST = 5;

/** The command lines of the checks a repository offers anyway: what the issue says of them is no new check. */
export const knownCommands = (checks: readonly Check[]): Set<string> =>
  new Set(checks.flatMap((check) => ('argv' in check ? [check.argv.join(' ')] : [])));

const PASSES =
  /`([^`]{2,200})`\s+(?:\S+\s+){0,2}?(?:pass(?:es)?|succeeds?|works|exits? (?:with )?(?:code |status )?0|is (?:green|clean)|are (?:green|clean)|stays? (?:green|clean)|runs? (?:clean|without errors?)|läuft (?:durch|grün)|ist grün|passe(?:nt)?|pasan?|passam?)/i;

/** "the tests of `packages/shared` pass": one word behind such a word is a place. */
const PLACE =
  /\b(?:of|in|under|for|from|within|von|unter|für|aus|de|dans|sous|pour|en|para|em|sob)\s+$/i;

/** "`pytest -q` passes" names its own check. */
export function namedCommand(statement: string): string[] | null {
  const found = PASSES.exec(statement);
  const argv = argvOf(found?.[1] ?? '');
  const isPlace = argv?.length === 1 && PLACE.test(statement.slice(0, found?.index ?? 0));
  return isPlace ? null : argv;
}

const SHELL_LANGUAGES = new Set([
  '',
  'sh',
  'bash',
  'shell',
  'console',
  'zsh',
  'shell-session',
  'terminal',
]);
/** Says of a command that it checks something; "to try it" or "run it and see" only shows the fault. */
const CHECKS_WITH =
  /\b(?:check|verif(?:y|ied)|test(?:ed|s)?|validate|covered|prove)\b(?:\s+\S+){0,4}?\s+(?:with|by|using|via|run(?:ning)?)\s+`([^`\n]{2,200})`|\b(?:run|execute)\s+`([^`\n]{2,200})`\s+(?:before|to (?:check|verify|test|validate))|`([^`\n]{2,200})`\s+(?:runs?|executes?|covers?|checks?|verifies)\s+(?:the |all |these |those )?(?:\S+\s+)?(?:tests?|it|this|suite)/gi;

/** Commands that the issue names to check with: in a part about testing, or in a sentence that says so. */
export function verificationChecks(
  sections: readonly Section[],
  known: ReadonlySet<string>,
): DraftedCheck[] {
  const lines = sections.flatMap((section) =>
    section.passages.flatMap((passage, at) =>
      section.kind === 'verification' || isIntroduced(section, at)
        ? linesUnderHeading(passage)
        : linesInWords(section, passage),
    ),
  );
  const commands = lines.flatMap((line) => {
    const argv = argvOf(line);
    return argv && !known.has(argv.join(' ')) ? [argv] : [];
  });
  return [...new Map(commands.map((argv) => [argv.join('\0'), argv])).values()]
    .slice(0, MOST)
    .map((argv) => ({ kind: 'command', argv, why: 'The issue names this command as its test.' }));
}

/** Tells how to check the result, wherever it stands. */
export const namesACheck = (sentence: string): boolean => sentence.search(CHECKS_WITH) !== -1;

/** "You can check it with" right above a block of code, in English, German, French, Spanish, Portuguese and Italian. */
const CHECKS_BELOW =
  /(?:\b(?:to|can|could|please|you|we) (?:\S+ ){0,3}?(?:check|verify|test) (?:\S+ ){0,4}?(?:with|by running|using|via)|(?<!\p{L})(?:prüfen|überprüfen|testen) (?:\S+ ){0,5}?mit|(?<!\p{L})(?:vérifier|tester|verificar|comprobar|probar|testar|verificare|provare)(?:lo|la)? (?:\S+ ){0,4}?(?:avec|con|com))\s*:?$/iu;

function isIntroduced({ kind, passages }: Section, at: number): boolean {
  const [passage, above] = [passages[at], passages[at - 1]];
  if (passage?.kind !== 'code' || above === undefined || above.kind === 'code') return false;
  if (kind === 'steps' || kind === 'actual' || kind === 'aside') return false;
  return CHECKS_BELOW.test(sentencesIn(above.text).at(-1)?.slice(-300) ?? '');
}

function linesUnderHeading({ kind, text, language }: Passage): string[] {
  if (kind !== 'code')
    return [...text.matchAll(/`([^`\n]{2,200})`/g)]
      .map((match) => match[1] ?? '')
      .filter((line) => /\s/.test(line.trim()));
  if (!SHELL_LANGUAGES.has(language ?? '')) return [];
  return text.split('\n').filter((line) => !/^\s*(?:[`~]{3}|#)/.test(line));
}

function linesInWords({ kind }: Section, passage: Passage): string[] {
  if (passage.kind === 'code' || kind === 'steps' || !passage.text.includes('`')) return [];
  return sentencesIn(passage.text).flatMap((sentence) =>
    [...sentence.matchAll(CHECKS_WITH)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
  );
}
