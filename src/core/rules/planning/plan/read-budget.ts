/** Files read so far (seeds/1: exploring has no natural end). */
export interface ReadState {
  /** Different files read before the first edit, in order. */
  files: readonly string[];
  edited: boolean;
}

export interface ReadBudget {
  /** Different files that may be read before the first edit. */
  limit: number;
  /** A node that only inspects has nothing to edit: its budget is told in other words. */
  inspecting: boolean;
  /** False for agents whose reads we cannot refuse: past the cap there is advice, and a finding in the report. */
  binding: boolean;
}

/** Allowed, refused with the reason, or allowed with advice. */
export type ReadVerdict =
  | { verdict: 'allowed' }
  | { verdict: 'refused'; message: string }
  | { verdict: 'advised'; message: string };

export const NO_READS: ReadState = { files: [], edited: false };

/** Judges one read (B4). A file that was read before costs nothing; after the first edit reads are free. */
export function judgeRead(
  state: ReadState,
  path: string,
  budget: ReadBudget,
): { state: ReadState; read: ReadVerdict } {
  const free = (state.edited && !budget.inspecting) || state.files.includes(path);
  if (free) return { state, read: { verdict: 'allowed' } };
  const taken = { ...state, files: [...state.files, path] };
  if (state.files.length < budget.limit) return { state: taken, read: { verdict: 'allowed' } };
  const message = budget.inspecting
    ? `You have inspected ${state.files.length} files, all this node may. Report what you found.`
    : `You have read ${state.files.length} files and changed none. Make the smallest edit that could work, run the checks, and let the failure tell what to read next.`;
  return budget.binding
    ? { state, read: { verdict: 'refused', message } }
    : { state: taken, read: { verdict: 'advised', message } };
}

/** After an edit, reading is no longer exploring. */
export function afterEdit(state: ReadState): ReadState {
  return { ...state, edited: true };
}
