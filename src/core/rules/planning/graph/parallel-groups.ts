import { ancestorsOf, type Dependent, levelsOf } from './topological-order.ts';

/**
 * Settles what may run at once: the groups of the plan where they agree with its dependencies, else levels read from the
 * dependencies, with a warning for each contradiction (C2). Null groups are no contradiction.
 */
export function parallelGroups(
  steps: readonly Dependent[],
  given: readonly (readonly string[])[] | null,
): { groups: string[][]; warnings: string[] } {
  if (given === null || given.length === 0) return { groups: levelsOf(steps), warnings: [] };
  const warnings = [...membership(steps, given), ...contradictions(steps, given)];
  return warnings.length > 0
    ? { groups: levelsOf(steps), warnings }
    : { groups: given.map((group) => [...group]), warnings };
}

function membership(steps: readonly Dependent[], given: readonly (readonly string[])[]): string[] {
  const ids = new Set(steps.map((step) => step.id));
  const all = given.flat();
  const left = [...ids].filter((id) => !all.includes(id));
  const twice = [...new Set(all.filter((id, at) => all.indexOf(id) !== at))];
  const unknown = [...new Set(all.filter((id) => !ids.has(id)))];
  return [
    ...(left.length > 0 ? [`parallel_groups leaves out ${list(left)}.`] : []),
    ...(twice.length > 0 ? [`parallel_groups names ${list(twice)} twice.`] : []),
    ...(unknown.length > 0 ? [`parallel_groups names ${list(unknown)}, not in the plan.`] : []),
  ];
}

function contradictions(
  steps: readonly Dependent[],
  given: readonly (readonly string[])[],
): string[] {
  const ancestors = ancestorsOf(steps);
  const groupOf = new Map(given.flatMap((group, at) => group.map((id) => [id, at] as const)));
  return steps.flatMap(({ id }) =>
    [...(ancestors.get(id) ?? [])].flatMap((dep) => {
      const [own, its] = [groupOf.get(id), groupOf.get(dep)];
      if (own === undefined || its === undefined || its < own) return [];
      const how = its === own ? 'together with' : 'before';
      return [`parallel_groups puts ${id} ${how} ${dep}, but ${id} depends on it: deps win.`];
    }),
  );
}

const list = (ids: readonly string[]): string =>
  ids
    .slice(0, 10)
    .map((id) => id.slice(0, 40))
    .join(', ');
