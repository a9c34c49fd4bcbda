import type { Contract } from '../../../schema/contract.ts';
import { activeCriteria } from '../../evidence/completion.ts';
import type { ModeFacts } from './mode-facts.ts';

/** Turns from which on a task counts as a long run. */
const LONG = 12;

/** Directories that accompany every change, and are no part of their own. */
const COMPANIONS = new Set('test tests spec __tests__ doc docs acceptance examples'.split(' '));
/** Directories of packages: the part is what stands below. */
const SHELVES = new Set('packages apps services libs crates modules cmd'.split(' '));

/**
 * What a contract tells of the size of its task (C6, A10, A11).
 * @param turns that were taken for the task so far
 * @param handOver somebody else’s commits are part of it
 */
export function modeFactsOf(
  contract: Contract,
  { turns, handOver }: { turns: number; handOver: boolean },
): ModeFacts {
  const asked = activeCriteria(contract).filter((criterion) => !criterion.guard);
  const wanted = asked.filter((criterion) => criterion.expectation === 'becomes-true');
  const globs = contract.inScope.flatMap((entry) => entry.globs);
  const sources = new Set(wanted.flatMap((criterion) => criterion.source?.source ?? []));
  return {
    task: contract.goal,
    criteria: asked.length,
    components: Math.max(1, new Set(globs.flatMap(componentOf)).size),
    paths: globs.length,
    requests: Math.max(1, sources.size),
    handOver,
    longRun: turns > LONG,
    readOnly: wanted.length === 0 && contract.goal.trimEnd().endsWith('?'),
    exploratory: EXPLORES.test(contract.goal.trimStart().slice(0, 200)),
  };
}

/** A goal that only what is found can spell out; in English or Portuguese, like the complexity’s words. */
const EXPLORES =
  /^(?:investigate|explore|diagnose|find out|look into|work out why|investigar|explorar|descobrir)\b/i;

/** The part of the repository that a glob names; none when it names all of it, or what accompanies other parts. */
function componentOf(glob: string): string[] {
  const [first = '', second] = glob.replace(/^\.\//, '').split('/');
  if (second === undefined || /[*?{[]/.test(first) || COMPANIONS.has(first.toLowerCase()))
    return [];
  return [SHELVES.has(first) && !/^\*/.test(second) ? `${first}/${second}` : first];
}
