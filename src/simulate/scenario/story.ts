import { costLine } from '../../core/render/evidence-table.ts';
import { describeEvent } from '../../core/render/timeline.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import type { Event } from '../../core/schema/event.ts';
import type { ScenarioResult } from './result.ts';

/** Events that only prepare others: left out of what people watch. */
const QUIET = new Set<Event['type']>(['comment-intended', 'snapshot-taken', 'publish-intended']);

/** What the product notes, as a line to watch; null for what nobody needs to see. */
export function storyLine(line: { what: string; [field: string]: unknown }): string | null {
  const event = line.event as Event | undefined;
  if (!event || typeof event !== 'object' || QUIET.has(event.type)) return null;
  return `  ${icon(event)} ${describeEvent(event)}`;
}

function icon(event: Event): string {
  switch (event.type) {
    case 'evidence-recorded':
    case 'evidence-reinstated':
      return event.evidence.result === 'pass' ? '✓' : '✗';
    case 'verification-finished':
      return event.passed ? '✓' : '✗';
    case 'contract-drafted':
    case 'contract-amended':
    case 'contract-approved':
      return '§';
    case 'run-ended':
    case 'task-settled':
      return '■';
    case 'refused':
    case 'push-refused':
    case 'delivery-withdrawn':
      return '!';
    default:
      return '·';
  }
}

/** What came of it, for a terminal. */
export function resultWords(result: ScenarioResult): string[] {
  const { contracts, amendments, pullRequest, record, evidence, timings, sandbox } = result;
  const { requestLines, modelLine } = callsOf(result);
  const { usage, turns, conversation } = result.effort;
  const cost = costLine(usage, turns, conversation);
  return [
    `Outcome     ${result.outcome}: ${logWords(result.reason)}`,
    `Contract    ${contracts.map(({ version, hash }) => `v${version} (${hash.slice(0, 12)})`).join(' → ') || 'none'}`,
    ...amendments.map(
      (each) =>
        `            v${each.fromVersion} → v${each.toVersion} by ${each.by.login}: ${logWords(each.reason)}`,
    ),
    ...(record ? evidenceLines(record) : [`Evidence    ${evidence.length} results, no record`]),
    `Pull        ${pullRequest ? `#${pullRequest.number} "${logWords(pullRequest.title)}" (${pullRequest.draft ? 'draft' : pullRequest.state}) at ${pullRequest.head.slice(0, 7)}` : 'none'}`,
    `Sandbox     ${sandbox.reached ?? 'not used'}${sandbox.asked === 'S0' ? ': no isolation was asked for or to be had; the agent is scripted' : ''}`,
    ...(cost === '' ? [] : [`Cost        ${cost}`]),
    `Calls       ${requestLines}; ${modelLine}; ${(timings.totalMs / 1000).toFixed(1)} s`,
  ];
}

function evidenceLines({ statement }: NonNullable<ScenarioResult['record']>): string[] {
  const { acceptance } = statement.predicate;
  return acceptance.map(({ criterionId, result, statement: words, evidence }, n) => {
    const on = [...new Set(evidence.map((each) => (each.validForSha ?? each.tree).slice(0, 7)))];
    return `${n === 0 ? 'Evidence    ' : '            '}${result} ${criterionId} on ${on.join(', ')}: ${logWords(words)}`;
  });
}

function callsOf({ apiCalls, modelCalls }: ScenarioResult) {
  const tokens = modelCalls.reduce(
    (sum, { usage }) => sum + usage.prompt_tokens + usage.completion_tokens,
    0,
  );
  return {
    requestLines: `${apiCalls.length} requests to GitHub`,
    modelLine: `${modelCalls.length} model calls, ${tokens} tokens`,
  };
}

/** Expectations that do not hold, and what went wrong in running it. */
export function failureWords({ expectations, problems }: ScenarioResult): string[] {
  return [
    ...problems.map((problem) => `problem: ${problem}`),
    ...expectations
      .filter(({ holds }) => !holds)
      .map(
        ({ what, expected, actual }) =>
          `expected ${what}: ${JSON.stringify(expected)}\n     but it is: ${shorten(JSON.stringify(actual))}`,
      ),
  ].map((line) => logWords(line, 3000));
}

const shorten = (text: string | undefined): string =>
  (text ?? 'undefined').length > 1500 ? `${text?.slice(0, 1500)}…` : (text ?? 'undefined');
