import type { ModeFacts } from './mode-facts.ts';

/** Why a plan is forced (A10), in words; empty when nothing forces one. */
export function forcedReasons(facts: ModeFacts, irreversible: readonly string[]): string[] {
  const reasons: [boolean, string][] = [
    [facts.criteria >= 3, `${facts.criteria} criteria: three steps or more`],
    [facts.requests > 1, `${facts.requests} requests at once`],
    [facts.components > 1, `${facts.components} components`],
    [irreversible.length > 0, `cannot be taken back: ${irreversible.slice(0, 3).join('; ')}`],
    [facts.longRun, 'a long run is expected'],
    [facts.handOver, 'the work is handed over'],
  ];
  return reasons.flatMap(([holds, reason]) => (holds ? reason : []));
}

/** Why a plan would not stay valid for long (seeds/0, the meta-rule); null when it would. */
export function shortValidity(facts: ModeFacts): string | null {
  if (facts.readOnly) return 'only a question is to be answered';
  if (facts.exploratory) return 'each step depends on what the last one finds';
  return null;
}

/** Why no plan is made (A11). */
export function freelanceReason(facts: ModeFacts): string {
  return shortValidity(facts) ?? 'a single step';
}
