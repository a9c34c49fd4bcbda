import type { LanguageModelV3Message } from '@ai-sdk/provider';
import { fence } from './fence.ts';
import { charactersOf, told } from './history.ts';
import type { ToolOutputs } from './tool-outputs.ts';

/** What is kept word for word, whatever is left out. */
export interface Verbatim {
  /** The opening message with the contract in force. */
  opening: string;
  /** The harness’s last answer to a plan write; null without one. */
  plan: string | null;
  /** The harness’s last answer to a check; null without one. */
  evidence: string | null;
}

export interface Compacted {
  messages: LanguageModelV3Message[];
  droppedTurns: number;
  keptTurns: number;
}

/** Turns told in one line each; older ones are counted only. */
const MOST_LINES = 80;
const SHORT = 160;

/**
 * Makes a shorter history of a long one, the same from the same: contract, plan and last evidence word for word, old turns in
 * a line a call with a pointer to what it brought, the newest turns as they are as far as they fit. It breaks the prompt
 * cache once, as is known, and is therefore done seldom and thoroughly.
 * @param room characters that the kept turns may have
 * @returns null when there is nothing to leave out
 */
export function compact(
  history: readonly LanguageModelV3Message[],
  { opening, plan, evidence }: Verbatim,
  outputs: ToolOutputs,
  room: number,
): Compacted | null {
  const turns = turnsOf(history);
  const kept = newestWithin(turns, room);
  const dropped = turns.slice(0, turns.length - kept.length);
  if (dropped.length === 0) return null;
  const lines = dropped.flatMap((turn) => turnLines(turn, outputs));
  const shown = lines.slice(-MOST_LINES);
  const earlier = lines.length - shown.length;
  const parts = [
    'The conversation grew too long: what was said and done so far is told here in brief, and what follows is as it was.',
    fence('so-far', [...(earlier > 0 ? [`… ${earlier} earlier lines`] : []), ...shown].join('\n')),
    plan === null ? '' : `The last answer to write_plan:\n${fence('plan', plan)}`,
    evidence === null ? '' : `The last answer to check:\n${fence('evidence', evidence)}`,
  ].filter((part) => part !== '');
  return {
    messages: [told(opening), told(parts.join('\n\n')), ...kept.flat()],
    droppedTurns: dropped.length,
    keptTurns: kept.length,
  };
}

/** Each turn begins with what the model said; a call is never parted from its result. What stands before is no turn. */
function turnsOf(history: readonly LanguageModelV3Message[]): LanguageModelV3Message[][] {
  const turns: LanguageModelV3Message[][] = [];
  for (const message of history) {
    if (message.role === 'assistant' || turns.length === 0) turns.push([message]);
    else turns.at(-1)?.push(message);
  }
  return turns[0]?.[0]?.role === 'assistant' ? turns : turns.slice(1);
}

function newestWithin(
  turns: readonly LanguageModelV3Message[][],
  room: number,
): LanguageModelV3Message[][] {
  let left = room;
  let from = turns.length;
  while (from > 0) {
    const size = (turns[from - 1] ?? []).reduce((sum, each) => sum + charactersOf(each), 0);
    if (size > left) break;
    left -= size;
    from -= 1;
  }
  return turns.slice(from);
}

/** A turn in brief: what was said, each call with how long its result was and where the whole is kept, what was told. */
function turnLines(turn: readonly LanguageModelV3Message[], outputs: ToolOutputs): string[] {
  const inputs = new Map<string, unknown>();
  const lines: string[] = [];
  for (const { role, content } of turn) {
    if (role === 'system') continue;
    for (const part of content) {
      if (part.type === 'text')
        lines.push(`- ${role === 'user' ? 'you were told' : 'you said'}: ${brief(part.text)}`);
      if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      if (part.type !== 'tool-result') continue;
      const called = `${part.toolName} ${brief(JSON.stringify(inputs.get(part.toolCallId) ?? {}))}`;
      const result = 'value' in part.output ? String(part.output.value) : '';
      lines.push(`- ${called} → ${pointer(result, outputs)}`);
    }
  }
  return lines;
}

function pointer(result: string, outputs: ToolOutputs): string {
  if (result.length <= SHORT) return brief(result);
  return `${brief(result)} (${result.length} characters: read_output {"id": "${outputs.keep(result)}"})`;
}

function brief(text: string): string {
  const line = text.replaceAll(/\s/g, ' ').trim();
  return line.length <= SHORT ? line : `${line.slice(0, SHORT).toWellFormed()}…`;
}
