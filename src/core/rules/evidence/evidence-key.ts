import picomatch from 'picomatch';
import { digestOf } from '../../digest.ts';
import type { Check } from '../../schema/check.ts';
import type { Contract, Criterion } from '../../schema/contract.ts';
import type { Evidence } from '../../schema/evidence.ts';
import type { Digest, GitSha } from '../../schema/scalars.ts';

/** One file of a tree, as git names it. */
export interface TreeFile {
  path: string;
  mode: string;
  blob: string;
}

/** Everything a check’s result can depend on. */
export interface EvidenceKeyInputs {
  contract: Contract;
  criterion: Criterion;
  check: Check;
  /** All files of the tree the check runs on; the key picks its inputs from them. */
  files: readonly TreeFile[];
  /** Of the set-up commands and what they led to (`environment-prepared`). */
  environmentDigest: Digest;
  /** Programs and versions that run checks, as known before the check runs. */
  toolchain: string;
  harnessVersion: string;
}

/**
 * Names everything that a check’s result depends on (design §7). The same key means the same result,
 * so a pass stays valid on a later commit; another key means it proves nothing there.
 */
export function evidenceKey(inputs: EvidenceKeyInputs): Digest {
  const { contract, criterion, check, files } = inputs;
  const command = 'argv' in check ? check : null;
  return digestOf({
    criterion: digestOf(criterion),
    limits: digestOf([contract.constraints, contract.inScope, contract.outOfScope]),
    check: check.id,
    argv: command?.argv ?? null,
    cwd: command?.cwd ?? null,
    variables: contract.environment.variables,
    setup: inputs.environmentDigest,
    toolchain: inputs.toolchain,
    harness: inputs.harnessVersion,
    base: comparesWithBase(check) ? contract.baseSha : null,
    inputs: listing(selectFiles(files, inputGlobs(check))),
    lockfiles: listing(matching(files, contract.environment.lockfiles)),
  });
}

export type Holding = { holds: true; reason: string } | { holds: false; why: string };

/**
 * Whether earlier evidence proves its check under this key. Deterministic: the reason it gives is the one the record shows.
 * @param key of the same check on the tree that is to be proved
 */
export function stillHolds(evidence: Evidence, key: Digest): Holding {
  if (evidence.result !== 'pass') {
    return { holds: false, why: `${evidence.id} is ${evidence.result}, not a pass` };
  }
  if (evidence.observation.treeChanged) {
    return { holds: false, why: `the tree changed while ${evidence.id} was made` };
  }
  if (evidence.key !== key) {
    return { holds: false, why: `something ${evidence.id} depends on has changed` };
  }
  const at = (evidence.verifiedSha ?? evidence.tree).slice(0, 7);
  return {
    holds: true,
    reason: `key unchanged since ${at}: nothing this check depends on differs`,
  };
}

/** Evidence of an earlier commit made valid for a later one, or null when its key no longer holds. */
export function carryEvidence(evidence: Evidence, key: Digest, sha: GitSha): Evidence | null {
  const holding = stillHolds(evidence, key);
  return holding.holds ? { ...evidence, validForSha: sha, reason: holding.reason } : null;
}

/** Files the result depends on. No glob, or globs that match nothing, mean the whole tree: the safe side. */
function selectFiles(files: readonly TreeFile[], globs: readonly string[]): readonly TreeFile[] {
  if (globs.length === 0) return files;
  const chosen = matching(files, globs);
  return chosen.length > 0 ? chosen : files;
}

function matching(files: readonly TreeFile[], globs: readonly string[]): TreeFile[] {
  if (globs.length === 0) return [];
  const tests = globs.map(matcher);
  return files.filter((file) => tests.some((test) => test(file.path)));
}

/**
 * Globs come from text of the request. One with many wildcards could take exponential time to match,
 * so it is read as "everything", which can only make evidence stale too early, never too late.
 */
function matcher(glob: string): (path: string) => boolean {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '');
  const wildcards = plain.match(/\*+|\?/g)?.length ?? 0;
  if (wildcards > 4 || plain.length > 300) return () => true;
  // Round brackets and plus are literal characters of a path here; picomatch would hand them to the regex.
  const literal = plain.replace(/[()+]/g, '\\$&');
  return picomatch([literal, `${literal}/**`], {
    dot: true,
    noextglob: true,
    nonegate: true,
    flags: 's',
  });
}

function inputGlobs(check: Check): readonly string[] {
  if (check.kind === 'unchanged-paths') return check.globs;
  return 'inputs' in check ? check.inputs : [];
}

function comparesWithBase(check: Check): boolean {
  return check.kind === 'same-output' || check.kind === 'unchanged-paths';
}

/** Sorted by code unit, so that the listing is the same on every machine. */
function listing(files: readonly TreeFile[]): string[][] {
  return files
    .map((file) => [file.path, file.mode, file.blob])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
}
