import type { EventOf, LedgerEntry } from '../schema/event.ts';
import type { TurnLine } from '../schema/turn-line.ts';
import { evolve } from './evolve.ts';
import { initialState } from './state.ts';
import { readLabel } from './work-facts.ts';

/** The turn log of a task, from its ledger alone. */
export function turnLines(entries: readonly LedgerEntry[]): TurnLine[] {
  let state = initialState();
  const lines: TurnLine[] = [];
  for (const entry of entries) {
    state = evolve(state, entry.event, entry);
    if (entry.event.type === 'turn-taken')
      lines.push(turnLine(entry.event, entry, state.usage.usd));
  }
  return lines;
}

/** One turn as a line of the turn log. */
export function turnLine(
  event: EventOf<'turn-taken'>,
  { at, run }: Pick<LedgerEntry, 'at' | 'run'>,
  spentUsd: number,
): TurnLine {
  const { turn, step, part = null, tools, usage, digests = [], prompt, timing } = event;
  return {
    format: 1,
    at,
    run,
    turn,
    step,
    part,
    tools: tools.map((label, n) => {
      const { action, code } = readLabel(label);
      return { call: action, code, digest: digests[n] ?? null };
    }),
    tokens: {
      input: usage.inputTokens,
      cached: usage.cachedTokens,
      output: usage.outputTokens,
    },
    usd: usage.usd,
    spentUsd,
    prefix: prompt?.prefix ?? null,
    firstDifference: prompt?.firstDifference ?? null,
    ms: timing
      ? {
          look: timing.lookMs,
          model: timing.modelMs,
          tools: timing.toolsMs,
          overhead: timing.overheadMs,
        }
      : null,
  };
}
