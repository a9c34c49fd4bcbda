import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { modelFailure } from '../../core/rules/limits/model-failure.ts';
import type { TokenPrice } from '../../core/rules/limits/model-price.ts';
import type { Assignment, CodingAgent, Harness, Sandbox, WorkReport } from '../../ports.ts';
import { askModel, type ModelRequest, type ModelTurn } from './ask-model.ts';
import { callTool } from './call-tool.ts';
import { systemPrompt } from './prompt.ts';
import { type CacheTtl, requestMessages } from './request.ts';
import { type Session, Sessions } from './session.ts';
import type { Tool, ToolContext, ToolOutcome } from './tools/tool.ts';
import { toolsFor } from './tools/tool-table.ts';

export interface BuiltinAgentOptions {
  /** The executing model; loaded when work begins. */
  model: { id: string; load(): Promise<LanguageModelV3> };
  /** Where `run` and `search` start programs. */
  sandbox: Sandbox;
  /** Guidance on plans in the system part; null for the default, '' for none (E1). */
  planning?: string | null;
  /** How long the provider keeps the cached prefix. Default 5m. */
  cacheTtl?: CacheTtl;
  /** For one model call, retries included. Default 300,000 ms. */
  turnTimeoutMs?: number;
  /** Prices by beginning of `provider/name`, before the built-in table. */
  prices?: Readonly<Record<string, TokenPrice>>;
  /** Context window of the model, in tokens; null or left out: as known. */
  contextTokens?: number | null;
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
  };
  let silent = 0;
  for (let turns = 0; ; turns += 1) {
    const report = (end: WorkReport['end'], detail: string): WorkReport => ({ end, detail, turns });
    const look = await harness.beforeTurn();
    if (!look.go) return report('interrupted', look.reason);
    if (look.note !== null) session.history.push({ role: 'user', content: look.note });
    if (turns >= contract.budgets.turns) {
      return report('out-of-turns', `The budget of ${contract.budgets.turns} turns is used up.`);
    }

    const answer = await takeTurn(options, { system, tools }, session, harness);
    if ('failure' in answer) return report('model-failed', answer.failure);
    const { results, labels, end } = await callTools(answer, tools, context);
    // Only now, so that a turn that was broken off leaves no call without its result in the history.
    session.history.push(...answer.said, ...results);
    await harness.turnTaken({ tools: labels, usage: answer.usage });
    const after = { ...report('finished', ''), turns: turns + 1 };
    if (end !== undefined) return { ...after, end: end.how, detail: end.detail };

    silent = answer.calls.length > 0 ? 0 : silent + 1;
    if (silent > MAXIMUM_NUDGES) return silentEnd(answer, after);
    if (silent > 0) session.history.push({ role: 'user', content: nudge(answer) });
  }
}

/** One call of the model on the durable history plus the ephemeral tail. */
async function takeTurn(
  options: BuiltinAgentOptions,
  prefix: Pick<ModelRequest, 'system' | 'tools'>,
  session: Session,
  harness: Harness,
): Promise<ModelTurn | { failure: string }> {
  const ttl = options.cacheTtl ?? '5m';
  const { history, lastBreakpoint } = session;
  const messages = requestMessages(history, harness.reminder(), lastBreakpoint, ttl);
  session.lastBreakpoint = history.length - 1;
  try {
    return await askModel({
      model: options.model,
      ...prefix,
      messages,
      ttl,
      timeoutMs: options.turnTimeoutMs ?? 300_000,
      prices: options.prices ?? {},
    });
  } catch (error) {
    return { failure: `${options.model.id}: ${modelFailure(error)}` };
  }
}

/** The turn's calls, one after the other in the model's order. A call that ends the work is the last that runs. */
async function callTools(
  answer: ModelTurn,
  tools: readonly Tool[],
  context: AgentContext,
): Promise<{ results: ModelMessage[]; labels: string[]; end: ToolOutcome['end'] }> {
  const parts = [];
  const labels: string[] = [];
  let end: ToolOutcome['end'];
  for (const call of answer.calls) {
    const skipped: ToolOutcome = { ok: false, code: 'ended', text: 'Not run: the work has ended.' };
    const { outcome, label } =
      end === undefined
        ? await callTool(call, tools, context)
        : { outcome: skipped, label: call.name };
    end ??= outcome.end;
    labels.push(label);
    parts.push({
      type: 'tool-result' as const,
      toolCallId: call.id,
      toolName: call.name,
      output: outcome.ok
        ? { type: 'text' as const, value: outcome.text }
        : { type: 'error-text' as const, value: `Refused (${outcome.code}): ${outcome.text}` },
    });
  }
  return { results: parts.length > 0 ? [{ role: 'tool', content: parts }] : [], labels, end };
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
