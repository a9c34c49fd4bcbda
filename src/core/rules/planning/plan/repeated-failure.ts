/** How often each action failed since it last succeeded; oldest first. */
export type FailureCounts = readonly { action: string; times: number }[];

/** The same failing action so often forces a re-examination (design §5). */
const TOO_OFTEN = 3;
/** More different failing actions than this are not remembered. */
const MOST_REMEMBERED = 50;

/**
 * Counts a finished action. Edits in between do not reset it: "the same test stays red after three attempts to fix it" is
 * the case in point (seeds/0). Success does.
 * @param action what was done, whole: a tool with its arguments
 */
export function countFailure(
  counts: FailureCounts,
  action: string,
  failed: boolean,
): { counts: FailureCounts; reexamine: boolean; times: number } {
  const others = counts.filter((entry) => entry.action !== action);
  if (!failed) return { counts: others, reexamine: false, times: 0 };
  const times = (counts.find((entry) => entry.action === action)?.times ?? 0) + 1;
  return {
    counts: [...others, { action, times }].slice(-MOST_REMEMBERED),
    reexamine: times % TOO_OFTEN === 0,
    times,
  };
}
