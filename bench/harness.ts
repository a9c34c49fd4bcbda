import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { builtinAgent } from '../src/adapters/agent/builtin-agent.ts';
import type { Harness } from '../src/ports.ts';
import { harnessAlone } from '../test/app/work/support/harness-alone.ts';
import { type Figure, median, ms } from './support/figure.ts';

const TURNS = 210;
const AT = [10, 50, 200];
/** Turns on either side that a figure is the median of. */
const AROUND = 8;
/** What a tool brings into the history each turn. */
const TEXT = 'const answer = 42; // and a comment\n'.repeat(60);

/**
 * What the harness costs a turn: everything but model, tools and checkpoints, which take no time here, beside the same
 * conversation written plainly on the AI SDK. Both carry the same history and both serialise it for the model.
 */
export async function harnessOverhead(): Promise<Figure[]> {
  await ownTurns(30);
  await plainTurns(30);
  const own = await ownTurns(TURNS);
  const plain = await plainTurns(TURNS);
  const at = (times: readonly number[], n: number) =>
    median(times.slice(Math.max(0, n - AROUND), n + AROUND));
  const last = at(own, 200);
  return AT.map((n) => ({
    what: `harness a turn, after ${n} turns`,
    value: `${ms(at(own, n))} (plainly on the AI SDK: ${ms(at(plain, n))})`,
    ...(n === 200 ? { target: { text: '< 15 ms', met: last < 15 } } : {}),
  }));
}

/** A model that answers at once, and a clock for the time between two of its answers. */
function instantModel(turns: number) {
  const times: number[] = [];
  let answered: number | null = null;
  let n = 0;
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    doStream: unused,
    doGenerate: async ({ prompt, tools }) => {
      // As a provider's package does before it sends.
      const body = JSON.stringify({ messages: prompt, tools });
      if (answered !== null) times.push(performance.now() - answered);
      n += 1;
      const name = n >= turns ? 'done' : 'list_files';
      const usage = {
        inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 10, text: 10, reasoning: 0 },
      };
      answered = performance.now();
      return {
        content: [{ type: 'tool-call', toolCallId: `call-${n}`, toolName: name, input: '{}' }],
        finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
        request: { body },
      };
    },
  };
  return { model, times };
}

async function ownTurns(turns: number): Promise<number[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-harness-'));
  try {
    await writeFile(join(directory, 'file.txt'), TEXT);
    const { model, times } = instantModel(turns);
    const { assignment, port } = harnessAlone(directory);
    const agent = builtinAgent({
      model: { id: 'openai-compatible/instant', keyName: 'NONE', load: async () => model },
      sandbox: { probe: unused, run: unused },
    });
    const seen: number[] = [];
    const watched: Harness = {
      ...port,
      async turnTaken(turn) {
        seen.push(turn.timing?.toolsMs ?? 0);
        await port.turnTaken(turn);
      },
      // The tool's result is as long as a file that was read.
      permit: (action) => ({ ...port.permit(action), text: TEXT }),
    };
    const report = await agent.work(assignment, watched);
    if (report.turns !== turns) throw new Error(`${report.end}: ${report.detail}`);
    return times.map((time, n) => time - (seen[n] ?? 0));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The loop as the SDK offers it: nothing is looked at, recorded, limited or proved. */
async function plainTurns(turns: number): Promise<number[]> {
  const { model, times } = instantModel(turns);
  const inputSchema = jsonSchema<object>({ type: 'object', properties: {} });
  await generateText({
    model,
    system: 'You are a coding agent.',
    prompt: 'Make it so.',
    tools: {
      list_files: tool({ inputSchema, execute: async () => `file.txt\n${TEXT}` }),
      done: tool({ inputSchema }),
    },
    stopWhen: stepCountIs(turns + 1),
  });
  return times;
}

const unused = () => Promise.reject(new Error('not used in this bench'));
