import { setImmediate as tick } from 'node:timers/promises';
import type { CodingAgent } from '../../../../src/ports.ts';
import type { Files } from './graph-machine.ts';
import type { GraphWorld } from './graph-world.ts';

/** One turn of a played agent. */
export interface PlayedTurn {
  /** Files it writes with the edit tool. */
  edits?: Files;
  /** Files it writes behind the harness’s back, as a command may. */
  runs?: Files;
  /** How long it takes, in rounds of the event loop. */
  ticks?: number;
  handBack?: string;
  /** Ends the attempt with these words. */
  done?: string;
  /** The model behind it fails. */
  fails?: true;
}

export interface Parts {
  base: Files;
  /** What the agent of a step does, by the step’s id and the attempt of this process, from 1; the last one is repeated. */
  steps: Record<string, PlayedTurn[][]>;
  /** What agents were told was red. */
  heard?: string[];
}

/** An agent that does what is written for the step it is given, and nothing clever. */
export function playedAgent(world: GraphWorld, parts: Parts, alive: () => void): CodingAgent {
  return {
    name: 'played',
    work: async ({ part, worktree, findings }, harness) => {
      const id = part?.kind === 'step' ? part.id : (part?.kind ?? 'whole');
      const earlier = world.asked.filter(({ who }) => who === id).length;
      const begins = { ...world.machine.files(worktree.id) };
      world.asked.push({ who: id, feedback: part?.kind === 'step' ? part.feedback : null, begins });
      parts.heard?.push(...findings.map(({ summary }) => summary));
      const attempts = parts.steps[id] ?? [[{ done: 'nothing to do' }]];
      const turns = attempts[Math.min(earlier, attempts.length - 1)] ?? [];
      for (const turn of turns) {
        const look = await harness.beforeTurn();
        if (!look.go) return { end: 'interrupted', detail: look.reason, turns: 0 };
        for (let n = 0; n < (turn.ticks ?? 0); n += 1) await tick();
        alive();
        if (turn.fails) return { end: 'model-failed', detail: 'the model is gone', turns: 0 };
        await harness.turnTaken({
          tools: ['write_file'],
          usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 1, usd: 0.01 },
        });
        const files = world.machine.files(worktree.id);
        for (const [path, text] of Object.entries(turn.edits ?? {}))
          if (harness.permit({ tool: 'edit', path }).ok) files[path] = text;
        Object.assign(files, turn.runs ?? {});
        await harness.mutated('wrote');
        world.options.onTurn?.(world, id);
        if (turn.handBack !== undefined)
          await harness.handBack({
            found: turn.handBack,
            blocked: id,
            alternatives: [],
            preserved: 'all',
            decision: 'Say what holds.',
          });
        if (turn.done !== undefined) return { end: 'finished', detail: turn.done, turns: 1 };
      }
      return { end: 'out-of-turns', detail: 'it ran out of turns', turns: turns.length };
    },
  };
}
