import { inline } from '../rules/text/neutralise.ts';
import { type Conversation, NO_CONVERSATION } from '../schema/conversation.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Digest } from '../schema/scalars.ts';
import type { Usage } from '../schema/usage.ts';
import { shortSha } from './task-view.ts';

export const EVIDENCE_HEAD = ['| Evidence | For | Result | On | Why |', '|---|---|---|---|---|'];

/** One row for each piece of evidence, newest first: which code state did it verify? */
export function evidenceRows(evidence: readonly Evidence[], contractHash: Digest | null): string[] {
  return evidence.toReversed().map((item) => {
    const result = item.contractHash === contractHash ? item.result : 'stale';
    const on = item.verifiedSha
      ? `\`${shortSha(item.verifiedSha)}\``
      : `tree \`${item.tree.slice(0, 7)}\``;
    const stage = item.stage === 'verify' ? '' : ` (${item.stage})`;
    const why = inline(`${item.observation.summary}; ${item.reason}`, 300);
    return `| ${item.id} | ${item.criterionId} · ${item.checkId} | ${result}${stage} | ${on} | ${why} |`;
  });
}

/**
 * `14 turns · 52,000 tokens in (81% cached), 3,100 out · about $0.42`; empty when no model was used. Without a price it says
 * so: no money budget can bind then.
 */
export function costLine(
  usage: Usage,
  turns: number,
  conversation: Conversation = NO_CONVERSATION,
): string {
  const input = usage.inputTokens;
  if (input + usage.outputTokens === 0) return '';
  const cached = input === 0 ? 0 : Math.round((100 * usage.cachedTokens) / input);
  const tokens = `${grouped(input)} tokens in (${cached}% cached), ${grouped(usage.outputTokens)} out`;
  const cost = usage.usd === 0 ? 'no price known' : `about $${usage.usd.toFixed(2)}`;
  return [
    `${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    tokens,
    cost,
    ...conversationWords(conversation),
  ].join(' · ');
}

/** The prompt cache’s proof in words: how often the durable prefix held, and what broke it (F10). */
function conversationWords(conversation: Conversation): string[] {
  const { compared, held, firstDifference, compactions, retries } = conversation;
  const broken =
    firstDifference === null ? '' : `, first different byte ${grouped(firstDifference)}`;
  return [
    ...(compared > 0 ? [`prefix held ${held} of ${compared} times${broken}`] : []),
    ...(compactions > 0 ? [`compacted ${compactions} times`] : []),
    ...(retries > 0 ? [`${retries} calls made again`] : []),
    ...overheadWords(conversation),
  ];
}

/** What the harness itself took, in this run and before; nothing where no turn was timed. */
function overheadWords({ overheadMs, overheadInRunMs }: Conversation): string[] {
  if (overheadMs === 0) return [];
  const whole = `harness ${time(overheadMs)}`;
  const all = overheadInRunMs === overheadMs;
  return [all ? whole : `${whole}, ${time(overheadInRunMs)} of it in the last run`];
}

const time = (ms: number): string =>
  ms < 1000
    ? `${Number(ms.toFixed(ms < 10 ? 1 : 0))} ms`
    : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;

/** Digits in groups of three, the same in every locale. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
