import type { LanguageModelV3Message } from '@ai-sdk/provider';
import { digestText } from '../../core/digest.ts';
import type { Assignment, CodingAgent, Harness, Sandbox, WorkReport } from '../../ports.ts';
import type { ModelTurn } from './ask-model.ts';
import { callTool } from './call-tool.ts';
import { told } from './history.ts';
import { systemPrompt } from './prompt.ts';
import { type Session, Sessions } from './session.ts';
import { type TurnOptions, takeTurn } from './take-turn.ts';
import type { Tool, ToolContext, ToolOutcome } from './tools/tool.ts';
import { toolsFor } from './tools/tool-table.ts';

export interface BuiltinAgentOptions extends TurnOptions {
  /** Where `run` and `search` start programs. */
  sandbox: Sandbox;
  /** Takes secrets out of whatever it reads, before a model hears of it; nothing when left out. */
  mask?: (text: string) => Promise<string>;
  /** Guidance on plans in the system part; null for the default, '' for none (E1). */
  planning?: string | null;
}

type AgentContext = Omit<ToolContext, 'permit'>;

/** Answers without a tool call that are answered with a nudge before the work ends. */
const MAXIMUM_NUDGES = 2;

/**
 * The built-in coding agent: a loop of one model call and its tool calls a turn, in which every action is permitted,
 * recorded and judged by the harness. Conversations are kept by worktree for the life of the object, so that work
 * that was interrupted, or came back red, goes on where it was.
 */
export function builtinAgent(options: BuiltinAgentOptions): CodingAgent {
  const sessions = new Sessions();
  return {
    name: `builtin (${options.model.id})`,
    work: (assignment, harness) => work(options, sessions.open(assignment), assignment, harness),
  };
}

async function work(
  options: BuiltinAgentOptions,
  session: Session,
  assignment: Assignment,
  harness: Harness,
): Promise<WorkReport> {
  const { contract, worktree, mode = 'interleaved' } = assignment;
  // A missing key is told before anything is done, and in its own words.
  await options.model.load();
  const tools = toolsFor(mode);
  // Reactive work is not told how to plan.
  const system = systemPrompt(mode === 'reactive' ? '' : (options.planning ?? null));
  const context: AgentContext = {
    root: worktree.path,
    home: worktree.home,
    contract,
    harness,
    sandbox: options.sandbox,
    outputs: session.outputs,
    mask: options.mask ?? (async (text) => text),
  };
  let silent = 0;
  for (let turns = 0; ; turns += 1) {
    const report = (end: WorkReport['end'], detail: string): WorkReport => ({ end, detail, turns });
    const begun = performance.now();
    const look = await harness.beforeTurn();
    const looked = performance.now();
    if (!look.go) return report('interrupted', look.reason);
    if (look.note !== null) session.history.push(told(look.note));
    if (turns >= contract.budgets.turns) {
      return report('out-of-turns', `The budget of ${contract.budgets.turns} turns is used up.`);
    }

    const turn = await takeTurn(options, { system, tools }, session, harness);
    if ('failure' in turn) return { ...report('model-failed', turn.failure), remedy: turn.remedy };
    const { answer, prompt } = turn;
    const asked = performance.now();
    const { results, labels, digests, end } = await callTools(answer, tools, context, session);
    const called = performance.now();
    // Only now, so that a turn that was broken off leaves no call without its result in the history.
    session.history.push(...answer.said);
    session.history.measured(answer.usage.inputTokens + answer.usage.outputTokens);
    session.history.push(...results);
    const timing = {
      lookMs: rounded(looked - begun),
      modelMs: rounded(answer.modelMs),
      toolsMs: rounded(called - asked),
      overheadMs: rounded(asked - looked - answer.modelMs + performance.now() - called),
    };
    await harness.turnTaken({ tools: labels, usage: answer.usage, digests, prompt, timing });
    const after = { ...report('finished', ''), turns: turns + 1 };
    if (end !== undefined) return { ...after, end: end.how, detail: end.detail };

    silent = answer.calls.length > 0 ? 0 : silent + 1;
    if (silent > 0) harness.noticed({ type: 'no-tool-call', about: silence(answer) });
    if (silent > MAXIMUM_NUDGES) return silentEnd(answer, after);
    if (silent > 0) session.history.push(told(nudge(answer)));
  }
}

/** The turn's calls, one after the other in the model's order. A call that ends the work is the last that runs. */
async function callTools(
  answer: ModelTurn,
  tools: readonly Tool[],
  context: AgentContext,
  session: Session,
): Promise<{
  results: LanguageModelV3Message[];
  labels: string[];
  digests: string[];
  end: ToolOutcome['end'];
}> {
  const parts = [];
  const labels: string[] = [];
  const digests: string[] = [];
  let end: ToolOutcome['end'];
  for (const call of answer.calls) {
    const skipped: ToolOutcome = { ok: false, code: 'ended', text: 'Not run: the work has ended.' };
    const { outcome, label } =
      end === undefined
        ? await callTool(call, tools, context)
        : { outcome: skipped, label: `${call.name.slice(0, 60)} (ended)` };
    end ??= outcome.end;
    labels.push(label);
    digests.push(digestText(outcome.text));
    if (call.name === 'write_plan' && outcome.ok) session.plan = outcome.text;
    if (call.name === 'check') session.evidence = outcome.text;
    parts.push({
      type: 'tool-result' as const,
      toolCallId: call.id,
      toolName: call.name,
      output: outcome.ok
        ? { type: 'text' as const, value: outcome.text }
        : { type: 'error-text' as const, value: `Refused (${outcome.code}): ${outcome.text}` },
    });
  }
  return {
    results: parts.length > 0 ? [{ role: 'tool', content: parts }] : [],
    labels,
    digests,
    end,
  };
}

/** Milliseconds as they are written down; a turn that waited inside its call has no less than none left. */
const rounded = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10);

function silence(answer: ModelTurn): 'text-only' | 'empty-answer' | 'cut-off' {
  if (answer.cutOff) return 'cut-off';
  return answer.said.length === 0 ? 'empty-answer' : 'text-only';
}

function nudge(answer: ModelTurn): string {
  const what = answer.cutOff
    ? 'Your answer was cut off before any tool call. Make smaller steps.'
    : 'Text alone changes nothing.';
  return `${what} Call a tool: go on with the work, \`done\` when every criterion passes, or \`hand_back\` when a decision is not yours.`;
}

/** Text without tools again and again is a claim to be finished, which verification decides; silence is a failure. */
function silentEnd(answer: ModelTurn, report: WorkReport): WorkReport {
  if (answer.said.length === 0) {
    return { ...report, end: 'model-failed', detail: 'The model gave empty answers only.' };
  }
  return { ...report, detail: 'The agent stopped calling tools.' };
}
