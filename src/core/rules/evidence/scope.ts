import type { Configuration } from '../../schema/configuration.ts';
import type { Contract } from '../../schema/contract.ts';
import { matchGlobs } from '../text/match-globs.ts';

/** Paths that run with the repository’s own rights: no contract can bring them into scope (threat 26). */
const NEVER = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/contractor.yml',
  '.github/contractor.yaml',
];

/** What configures agents: changed only when the contract names it, for it steers every later run (threats 22, 23). */
const AGENT_CONFIGURATION = [
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.mcp.json',
  '.claude',
  '.gemini',
  '.codex',
  '.cursor',
  '.cursorrules',
  '.opencode',
  'opencode.json',
];

/** What may differ from the base, and what of it a person brought. */
export interface ReviewedChange {
  changedPaths: readonly string[];
  /** Changed by a person whose commit was taken over: respected, so no reason to refuse or undo it. */
  takenOver: readonly string[];
}

export interface ScopeReview {
  /** Changed paths that the contract leaves out, protected ones included. */
  outOfScope: string[];
  /** Those of them that no contract, or none without naming them, may touch. */
  protected: string[];
}

/** Compares what changed with what may change. Give both names of a renamed file. */
export function reviewScope(
  contract: Pick<Contract, 'inScope' | 'outOfScope'>,
  changedPaths: readonly string[],
  configuration: Pick<Configuration, 'scope'>,
): ScopeReview {
  const inGlobs = contract.inScope.flatMap((entry) => entry.globs);
  const included = matcher(inGlobs);
  const excluded = matcher(contract.outOfScope.flatMap((entry) => entry.globs));
  const never = matcher(neverGlobs(configuration), true);
  const outOfScope: string[] = [];
  const guarded: string[] = [];
  for (const path of changedPaths) {
    const isProtected = never(path) || (configuresAgents(path) && !names(inGlobs, path));
    if (isProtected) guarded.push(path);
    if (isProtected || excluded(path) || (inGlobs.length > 0 && !included(path))) {
      outOfScope.push(path);
    }
  }
  return { outOfScope, protected: guarded };
}

/** The scope of a candidate: a person may go beyond it in a commit of theirs, which is told and not refused. */
export function reviewCandidate(
  contract: Pick<Contract, 'inScope' | 'outOfScope'>,
  { changedPaths, takenOver }: ReviewedChange,
  configuration: Pick<Configuration, 'scope'>,
): { outOfScope: string[]; takenOver: string[] } {
  const { outOfScope } = reviewScope(contract, changedPaths, configuration);
  return {
    outOfScope: outOfScope.filter((path) => !takenOver.includes(path)),
    takenOver: outOfScope.filter((path) => takenOver.includes(path)),
  };
}

/** Globs that no contract can open: ours and the repository’s own. */
export function neverGlobs(configuration: Pick<Configuration, 'scope'>): string[] {
  return [...NEVER, ...configuration.scope.protect];
}

/** Globs of agent configuration that these scope globs do not name. */
export function agentGlobs(inScope: readonly string[]): string[] {
  return AGENT_CONFIGURATION.filter(
    (name) => !inScope.some((glob) => mentions(glob, name)),
  ).flatMap((name) => [`**/${name}`, `**/${name}/**`]);
}

function configuresAgents(path: string): boolean {
  const lower = path.toLowerCase();
  return AGENT_CONFIGURATION.some((name) => isAtOrUnder(lower, name.toLowerCase()));
}

function isAtOrUnder(path: string, name: string): boolean {
  return `/${path}/`.includes(`/${name}/`);
}

/** A glob that spells the name out means it; `**` does not. */
function names(globs: readonly string[], path: string): boolean {
  const own = AGENT_CONFIGURATION.filter((name) =>
    isAtOrUnder(path.toLowerCase(), name.toLowerCase()),
  );
  return globs.some(
    (glob) => own.some((name) => mentions(glob, name)) && matcher([glob], true)(path),
  );
}

const mentions = (glob: string, name: string): boolean =>
  glob.toLowerCase().includes(name.toLowerCase());

function matcher(globs: readonly string[], nocase = false): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  // A directory stands for what is in it.
  const all = globs.flatMap((glob) => {
    const bare = glob.replace(/^\.?\/+/, '').replace(/\/+$/, '');
    return bare === '' ? [] : [bare, `${bare}/**`];
  });
  return matchGlobs(all, { nocase });
}
