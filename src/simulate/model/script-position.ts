import type { ModelScript, ScriptedFailure, ScriptedPurpose, ScriptedTurn } from './script.ts';
import type { Answer, ChatRequest } from './wire-chat.ts';

const NONSENSE = 'Certainly! The weather of plans {is} mostly [cloudy, and so: on.';
const LIST = { draft: 'drafts', amend: 'amendments', plan: 'plans', review: 'reviews' } as const;

/** Where each list of a script stands. */
export class ScriptPosition {
  readonly #script: ModelScript;
  readonly #steps = new Map<string, number>();
  #turns = 0;
  readonly #used = { draft: 0, amend: 0, plan: 0, review: 0, work: 0 };

  constructor(script: ModelScript) {
    this.#script = script;
  }

  /** The next answer, consumed; `turn` is its 1-based number when it is a turn of work. */
  next(
    purpose: ScriptedPurpose,
    messages: ChatRequest['messages'],
  ): { answer: Answer; turn: number | null } {
    const index = this.#used[purpose];
    this.#used[purpose] += 1;
    if (purpose === 'work') {
      const shown = JSON.stringify(messages);
      const step = stepOf(shown);
      const scripted = step === null ? undefined : this.#script.steps[step];
      if (step === null || scripted === undefined) {
        // Turns of steps count as turns, but use up none of the list of turns.
        const own = this.#turns;
        this.#turns += 1;
        return { answer: this.#turn(this.#script.turns, own, shown), turn: index + 1 };
      }
      const at = this.#steps.get(step) ?? 0;
      this.#steps.set(step, at + 1);
      return { answer: this.#turn(scripted, at, shown), turn: index + 1 };
    }
    const list: readonly unknown[] = this.#script[LIST[purpose]];
    const scripted = list[index] ?? (purpose === 'review' ? list.at(-1) : undefined);
    if (scripted === undefined) {
      const message = `the script has no more ${LIST[purpose]} (asked for number ${index + 1})`;
      return { answer: { error: '400', message }, turn: null };
    }
    const answer = failureOf(scripted as ScriptedFailure) ?? {
      text: JSON.stringify(scripted),
      calls: [],
    };
    return { answer, turn: null };
  }

  #turn(turns: readonly ScriptedTurn[], index: number, shown: string): Answer {
    const { whenRunsOut } = this.#script;
    const scripted = turns[index] ?? (whenRunsOut === 'repeat' ? turns.at(-1) : undefined);
    if (scripted !== undefined) return turnAnswer(scripted, index, shown);
    if (whenRunsOut === 'error') {
      const message = `the script has no turn ${index + 1}`;
      return { error: '400', message };
    }
    const done = { name: 'done', input: { summary: 'The script has no more turns.' } };
    return turnAnswer({ tools: [done] }, index, shown);
  }
}

/** The step of a planner’s plan that a conversation is at, from what the agent was last told; null for none. */
function stepOf(shown: string): string | null {
  const told = [
    ...shown.matchAll(/one step of a plan, ([A-Za-z][\w-]*);|its steps were (run)\./g),
  ].at(-1);
  return told ? (told[1] ?? 'finish') : null;
}

function turnAnswer(turn: ScriptedTurn, index: number, shown: string): Answer {
  const failure = failureOf(turn);
  if (failure !== null) return failure;
  const calls = (turn.tools ?? []).map((tool, n) => ({
    id: `call-${index + 1}-${n + 1}`,
    name: tool.name,
    arguments:
      typeof tool.input === 'string' ? tool.input : JSON.stringify(fillIn(tool.input, shown)),
  }));
  return { text: turn.text ?? '', calls };
}

function failureOf(scripted: ScriptedFailure): Answer | null {
  if (scripted.nonsense === true) return { text: NONSENSE, calls: [] };
  if (scripted.error === undefined) return null;
  return { error: scripted.error, message: `scripted failure ${scripted.error}` };
}

/** "$checkpoint" and "$evidence" become the last id of that kind which the request shows. */
function fillIn(value: unknown, shown: string): unknown {
  if (value === '$checkpoint') return shown.match(/CP-\d+/g)?.at(-1) ?? value;
  if (value === '$evidence') return shown.match(/EV-\d+/g)?.at(-1) ?? value;
  if (Array.isArray(value)) return value.map((item) => fillIn(item, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, shown)]));
}
