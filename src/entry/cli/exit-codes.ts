/** What the exit code of `contractor` means. */
export const EXIT = { ok: 0, gap: 1, badInput: 2 } as const;
