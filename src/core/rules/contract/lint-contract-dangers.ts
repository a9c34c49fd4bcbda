import type { Contract } from '../../schema/contract.ts';
import { irreversibleOperations } from '../irreversible/irreversible-operations.ts';
import type { LintFinding } from './lint-contract-finding.ts';

/** What cannot be undone by reverting a commit. */
const IRREVERSIBLE =
  /\b(?:drop(?:s|ping)? (?:the )?(?:\S+ ){0,4}(?:tables?|columns?|databases?|index(?:es)?|schemas?|collections?)|(?:delete|remove|purge|erase|wipe)s? (?:all|every|the|old|stale|existing) (?:\S+ ){0,3}(?:data|records?|rows?|backups?|accounts?|customers?|users?|buckets?|volumes?)|truncates? (?:the )?(?:\S+ )?tables?|(?:data|database|schema|db) migrations?|migrat(?:e|es|ing) (?:\S+ ){0,4}(?:data|database|schema|records?|users|accounts|production)|deploy(?:s|ed|ing|ment)?(?: (?:it|this|the))?(?: \S+){0,3} (?:to|on|in) (?:production|prod|staging|live)|publish(?:es|ed|ing)? (?:\S+ ){0,4}(?:npm|pypi|crates|registry|packages?|release|maven)|force[- ]push|rewrit(?:e|es|ing) (?:the )?(?:git )?history|(?:rotate|revoke)s? (?:\S+ ){0,2}(?:keys?|secrets?|tokens?|certificates?)|sends? (?:\S+ ){0,4}(?:e-?mails?|newsletters?|notifications?) to (?:all|every|our))\b|daten(?:bank)?migration|spalten? löschen|migration (?:de|des) données|supprimer la (?:table|colonne)|eliminar la (?:tabla|columna)|excluir a (?:tabela|coluna)|データ移行|数据迁移|删除(?:表|列|数据)/i;

/** Every contract carries these; they say nothing about this task. */
const BUILT_IN =
  /^STOP (?:if the change touches (?:workflows|files that configure)|while a question)/;

/** Work that nobody can take back, without a rule of when to stop. */
export function lintDangers(contract: Contract): LintFinding[] {
  const own = contract.stopRules.filter(({ text }) => !BUILT_IN.test(text));
  if (own.length > 0) return [];
  const texts: (readonly [string, string])[] = [
    ...contract.acceptance
      .filter((criterion) => criterion.status === 'active')
      .map((criterion) => [criterion.id, criterion.statement] as const),
    ['goal', contract.goal] as const,
  ];
  const found = texts.find(([, text]) => cannotBeUndone(text) !== null);
  if (!found) return [];
  const what = cannotBeUndone(found[1]) ?? '';
  return [
    {
      rule: 'irreversible-without-stop-rule',
      place: found[0],
      message: `"${what.slice(0, 100)}" cannot be undone, and no stop rule says when to leave it.`,
      mend: 'Add a part "Stop if" that names the path, command or event at which work must end.',
      severity: 'asks',
    },
  ];
}

/** The words that say so; a clause that begins with such a verb, or a phrase anywhere. */
function cannotBeUndone(text: string): string | null {
  const phrase = IRREVERSIBLE.exec(text)?.[0];
  // A bare "deploy" is a name as often as a verb ("deploy keys"): the phrases tell.
  const operation = irreversibleOperations(text).find(({ kind }) => kind !== 'deployment');
  return phrase ?? operation?.words ?? null;
}

/** Stop rules that only a reviewer could notice, where there is none. */
export function lintStopRules(contract: Contract): LintFinding[] {
  return contract.stopRules
    .filter(({ detector }) => detector.kind === 'review')
    .map(({ id, text }) => ({
      rule: 'stop-rule-without-detector',
      place: id,
      message: `Nothing notices by itself when it is reached: "${text.slice(0, 200)}"`,
      mend: 'Name in backticks the paths that would be touched, or set `models.review`; else a person is asked before delivery.',
      severity: 'asks',
    }));
}
