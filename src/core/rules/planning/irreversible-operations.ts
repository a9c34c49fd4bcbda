/** What an operation does that no checkpoint takes back. */
export interface IrreversibleOperation {
  kind: 'migration' | 'deletion' | 'deployment' | 'publishing' | 'history';
  /** The words that told, as written. */
  words: string;
}

/** Verb at the head of a clause, and what must follow in it. Code that is merely about such things has another verb. */
const OPERATIONS: readonly [IrreversibleOperation['kind'], ReadonlySet<string>, RegExp][] = [
  [
    'migration',
    new Set(['run', 'apply', 'execute', 'perform', 'rodar', 'executar', 'aplicar']),
    /\bmigra(?:tion|cao|coes)/,
  ],
  [
    'migration',
    new Set(['migrate', 'backfill', 'migrar']),
    /\b(?:database|db|data|production|prod|tables?|records|users|banco|dados|producao|tabelas?)\b/,
  ],
  [
    'deletion',
    new Set(
      'delete drop truncate purge wipe erase destroy apagar excluir deletar remover'.split(' '),
    ),
    /\b(?:tables?|databases?|rows|records|buckets?|volumes?|backups?|production|prod|branch(?:es)?|tags?|tabelas?|banco|registros|dados|producao|backups?|data)\b/,
  ],
  ['deployment', new Set(['deploy', 'redeploy', 'implantar']), /\w/],
  [
    'publishing',
    new Set(['publish', 'release', 'upload', 'push', 'publicar']),
    /\b(?:packages?|npm|pypi|registry|crates?|images?|docker|gem|version|production|prod|release|tag|website|store|pacotes?|versao)\b/,
  ],
  ['publishing', new Set(['tag', 'cut']), /\b(?:release|version)\b/],
  ['history', new Set(['force-push', 'rewrite']), /\b(?:history|branch|main|master)\b/],
];

const LONGEST_CLAUSE = 400;

/**
 * Irreversible operations that a task or step asks for (A10): migration, deletion, deployment, publishing. Reads clauses
 * that begin with the verb, in English or Portuguese; deleting code is none, for git gives it back.
 */
export function irreversibleOperations(text: string): IrreversibleOperation[] {
  return text
    .slice(0, 50_000)
    .split(/[.;:!?\n,]+(?=\s|$)|\b(?:and|then|e|depois)\b/i)
    .flatMap((clause) => operationOf(clause.trim().slice(0, LONGEST_CLAUSE)));
}

function operationOf(clause: string): IrreversibleOperation[] {
  const plain = clause.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9-]+/).filter((word) => word !== '');
  const at = words.findIndex((word) => !COURTESY.has(word) && !/^[-\d]+$/.test(word));
  const verb = words[at] ?? '';
  const rest = words.slice(at + 1);
  const hit = OPERATIONS.find(
    ([, verbs, object]) => verbs.has(verb) && object.test(rest.join(' ')),
  );
  const merelyNamed = rest.slice(0, 4).some((word) => THINGS.has(word));
  return hit === undefined || merelyNamed ? [] : [{ kind: hit[0], words: clause.slice(0, 100) }];
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const COURTESY = setOf('please we you should must need needs to will finally also por favor');
/** "Deploy script", "Delete branch button": code with such a name, or a symptom of it, not the act. */
const THINGS = setOf(
  'script scripts button buttons workflow workflows docs page pages job jobs command commands config option options endpoint dialog menu function method handler form test tests query notes feature flag does fails is shows crashes',
);
