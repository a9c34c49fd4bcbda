import {
  ACTION_VERBS,
  BEFORE_NOUNS,
  FILE_ENDINGS,
  FILE_NAMES,
  NOT_FILES,
  PARTS,
  PROGRAMS,
  RESHAPING,
  SEQUENCERS,
  SWEEPING,
} from './complexity-words.ts';

/** A score of 0 to 10 with what it is the sum of. */
export interface Complexity {
  score: number;
  signals: Record<string, number>;
}

/** What the contract says about the size of a task. */
export interface ContractSize {
  /** Active criteria that someone asked for. */
  criteria: number;
  /** Parts of the repository in scope, like packages or top-level directories. */
  components: number;
  /** Path globs in scope. */
  paths: number;
}

const HIGHEST = 10;
const LONGEST = 20_000;

/** The documented score (seeds/2, C6): action verbs up to 5, file artefacts up to 3, sequencers up to 2. Linear in the text. */
export function wordingComplexity(task: string): Complexity {
  const tokens = tokensOf(task);
  const files = new Set(tokens.filter(isFile));
  const words = tokens.filter((token) => !isFile(token));
  const verbs = words.filter((word, at) => ACTION_VERBS.has(word) && isVerb(words, at)).length;
  const sequencers = words.filter((word) => SEQUENCERS.has(word)).length;
  return sum({
    verbs: Math.min(verbs, 5),
    files: Math.min(files.size, 3),
    sequencers: Math.min(sequencers, 2),
  });
}

/**
 * The second score (C6): how far the task reaches, in the contract's facts and in words that name no verb or file: "Redesign
 * the whole authentication subsystem across all services" is one verb, and much work.
 */
export function reachComplexity(task: string, size: ContractSize): Complexity {
  const words = tokensOf(task);
  const count = (table: ReadonlySet<string>) =>
    new Set(words.filter((word) => table.has(word))).size;
  return sum({
    reshaping: Math.min(count(RESHAPING), 1) * 3,
    sweeping: Math.min(count(SWEEPING), 2),
    parts: Math.min(count(PARTS), 2),
    criteria: Math.min(Math.max(size.criteria - 1, 0), 4),
    components: Math.min(Math.max(size.components - 1, 0), 3),
    paths: Math.min(Math.floor(Math.max(size.paths - 1, 0) / 2), 2),
  });
}

function sum(signals: Record<string, number>): Complexity {
  const score = Object.values(signals).reduce((total, value) => total + value, 0);
  return { score: Math.min(HIGHEST, score), signals };
}

/** Lower-case words and file names without accents, so that "após" and "apos" are one. */
function tokensOf(task: string): string[] {
  return task
    .slice(0, LONGEST)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,;:!?()[\]{}<>"'`*|=]+/)
    .flatMap((token) => trimDots(token) || []);
}

function trimDots(token: string): string {
  let end = token.length;
  while (end > 0 && token[end - 1] === '.') end -= 1;
  return token.slice(0, end);
}

function isFile(token: string): boolean {
  const name = token.slice(token.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (FILE_NAMES.has(name)) return true;
  return dot >= 0 && FILE_ENDINGS.has(name.slice(dot + 1)) && !NOT_FILES.has(name);
}

/** Not behind an article, and not the command of a program that is to be run. */
function isVerb(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  const further = words[at - 2] ?? '';
  if (BEFORE_NOUNS.has(before) || PROGRAMS.has(before)) return false;
  return !(before === 'run' && PROGRAMS.has(further));
}
