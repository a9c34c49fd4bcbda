import { z } from 'zod';
import { type Plan, PlanItem } from '../../../schema/plan.ts';
import type { PlanProblem } from './plan-problem.ts';

/** More steps than this are refused before anything is looked at. */
const MAXIMUM_STEPS = 200;

/** What a model may leave out: the id of a step it has named before, or wants named for it. */
const ProposedItem = PlanItem.extend({
  id: PlanItem.shape.id.nullish(),
  evidence: z.string().nullish(),
  parent: z.string().nullish(),
});

/**
 * Reads the list a model wrote. Tolerates what models do (the list as JSON text, or wrapped in `items`);
 * a step without an id keeps the id of the same words in the current plan, else it is given a fresh one.
 */
export function readProposedItems(
  proposed: unknown,
  current: Plan | null,
): { items: PlanItem[] } | { problem: PlanProblem } {
  const list = unwrap(proposed);
  if (!Array.isArray(list)) {
    return malformed('`items` must be the whole list: an array of {id, content, status}');
  }
  if (list.length > MAXIMUM_STEPS) {
    return {
      problem: {
        code: 'too-many-steps',
        message: `${list.length} steps are too many to follow. Write 3 to 7 coarse ones; expand one when you enter it.`,
      },
    };
  }
  const parsed = z.array(ProposedItem).safeParse(list);
  if (!parsed.success) return malformed(showIssues(parsed.error));
  return { items: nameItems(parsed.data, current) };
}

function unwrap(proposed: unknown): unknown {
  if (typeof proposed === 'string') {
    try {
      return unwrap(JSON.parse(proposed));
    } catch {
      return proposed;
    }
  }
  const wrapped =
    typeof proposed === 'object' && proposed !== null && !Array.isArray(proposed)
      ? (proposed as { items?: unknown }).items
      : undefined;
  return wrapped ?? proposed;
}

function nameItems(proposed: z.infer<typeof ProposedItem>[], current: Plan | null): PlanItem[] {
  const known = current?.items ?? [];
  const taken = new Set([
    ...known.map((item) => item.id),
    ...proposed.flatMap((item) => item.id ?? []),
  ]);
  const given = new Set(proposed.flatMap((item) => item.id ?? []));
  let next = 1;
  const fresh = () => {
    while (taken.has(`s${next}`)) next += 1;
    taken.add(`s${next}`);
    return `s${next}`;
  };
  return proposed.map((item) => {
    const same = known.find((old) => !given.has(old.id) && sameWords(old.content, item.content));
    const id = item.id ?? same?.id ?? fresh();
    given.add(id);
    return {
      id,
      content: item.content,
      status: item.status,
      evidence: item.evidence ?? null,
      parent: item.parent ?? null,
    };
  });
}

/** Whether two steps say the same, spacing and case aside. */
export function sameWords(a: string, b: string): boolean {
  const plain = (text: string) => text.split(/\s/).filter(Boolean).join(' ').toLowerCase();
  return plain(a) === plain(b);
}

function malformed(what: string): { problem: PlanProblem } {
  return {
    problem: {
      code: 'malformed',
      message: `The plan cannot be read: ${what}. Pass the whole list; each step has content and a status of pending, in_progress, completed or cancelled.`,
    },
  };
}

function showIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `items[${issue.path.join('.')}] ${issue.message}`)
    .join('; ')
    .slice(0, 400);
}
