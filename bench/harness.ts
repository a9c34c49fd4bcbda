import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { builtinAgent } from '../src/adapters/agent/builtin-agent.ts';
import { resolveModel } from '../src/adapters/model/resolve-model.ts';
import type { Harness } from '../src/ports.ts';
import { harnessAlone } from '../test/app/work/support/harness-alone.ts';
import { type Figure, median, ms } from './support/figure.ts';
import { instantProvider } from './support/instant-provider.ts';

const TURNS = 410;
const AT = [10, 50, 200, 400];
/** Turns on either side that a figure is the median of. */
const AROUND = 8;
/** What a tool brings into the history each turn. */
const TEXT = 'const answer = 42; // and a comment\n'.repeat(60);
const MODEL = 'claude-sonnet-4-5';
const FLAT_MS = 1;

/**
 * What the harness costs a turn: everything but model, tools and checkpoints. The model answers at once, behind its provider’s
 * own package, so that a whole turn shows too, beside the same conversation in the loop of the AI SDK. What grows with the
 * history there is the package, which makes the request anew each turn in either.
 */
export async function harnessOverhead(): Promise<Figure[]> {
  await ownTurns(60);
  await plainTurns(60);
  const own = await ownTurns(TURNS);
  const plain = await plainTurns(TURNS);
  const at = (times: readonly number[], n: number) =>
    median(times.slice(Math.max(0, n - AROUND), n + AROUND));
  const grown = at(own.harness, 400) - at(own.harness, 10);
  return [
    ...AT.map((n) => ({
      what: `harness a turn, after ${n} turns`,
      value: ms(at(own.harness, n)),
      ...(n === 200
        ? { target: { text: '< 15 ms', met: at(own.harness, n) < 15 } }
        : n === 400
          ? { target: { text: `≤ ${FLAT_MS} ms above 10 turns`, met: grown <= FLAT_MS } }
          : {}),
    })),
    ...AT.map((n) => ({
      what: `with the provider’s package, after ${n} turns`,
      value: `${ms(at(own.whole, n))} (plainly on the AI SDK: ${ms(at(plain, n))})`,
    })),
  ];
}

/** By turn: what is neither model nor tools, and the time from one answer to the next request. */
interface OwnTimes {
  harness: number[];
  whole: number[];
}

async function ownTurns(turns: number): Promise<OwnTimes> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-harness-'));
  using provider = instantProvider(MODEL, turns);
  try {
    await writeFile(join(directory, 'file.txt'), TEXT);
    const { assignment, port } = harnessAlone(directory);
    const agent = builtinAgent({
      model: resolveModel(`anthropic/${MODEL}`, {
        keys: { ANTHROPIC_API_KEY: 'k' },
        baseUrl: null,
      }),
      sandbox: { probe: unused, run: unused },
    });
    const begun: number[] = [];
    const elsewhere: number[] = [];
    const tools: number[] = [];
    const watched: Harness = {
      ...port,
      beforeTurn() {
        begun.push(performance.now());
        return port.beforeTurn();
      },
      async turnTaken(turn) {
        const { modelMs = 0, toolsMs = 0 } = turn.timing ?? {};
        elsewhere.push(modelMs + toolsMs);
        tools.push(toolsMs);
        await port.turnTaken(turn);
      },
      // The tool's result is as long as a file that was read.
      permit: (action) => ({ ...port.permit(action), text: TEXT }),
    };
    const report = await agent.work(assignment, watched);
    if (report.turns !== turns) throw new Error(`${report.end}: ${report.detail}`);
    return {
      harness: begun.slice(1).map((next, n) => next - (begun[n] ?? 0) - (elsewhere[n] ?? 0)),
      whole: provider.between.map((time, n) => time - (tools[n] ?? 0)),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The loop as the SDK offers it: nothing is looked at, recorded, limited or proved. */
async function plainTurns(turns: number): Promise<readonly number[]> {
  using provider = instantProvider(MODEL, turns);
  const inputSchema = jsonSchema<object>({ type: 'object', properties: {} });
  await generateText({
    model: createAnthropic({ apiKey: 'k' })(MODEL),
    system: 'You are a coding agent.',
    prompt: 'Make it so.',
    tools: {
      list_files: tool({ inputSchema, execute: async () => `file.txt\n${TEXT}` }),
      done: tool({ inputSchema }),
    },
    stopWhen: stepCountIs(turns + 1),
  });
  return provider.between;
}

const unused = () => Promise.reject(new Error('not used in this bench'));
