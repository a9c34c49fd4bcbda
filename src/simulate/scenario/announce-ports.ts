import { fold } from '../../core/run/evolve.ts';
import { next } from '../../core/run/next.ts';
import { initialState } from '../../core/run/state.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import type { CodingAgent, Journal, Ports } from '../../ports.ts';

/** Tells of moments and waits until the product may go on. */
export type Announce = (moments: string[]) => Promise<void>;

/**
 * Ports that announce what the product is about to do, did, and noted. The product knows nothing of it: which step it
 * is at follows from the events that pass through its ledger, by the same `next` that it uses itself.
 */
export function announcePorts(ports: Ports, announce: Announce): Ports {
  let state = initialState();
  let step: string | null = null;
  let working = false;
  const unheard: string[] = [];

  /** Checkpoints are noted between two calls of ports; they are told of before the next one. */
  const catchUp = async () => {
    const moments = unheard.splice(0);
    if (moments.length > 0) await announce(moments);
  };
  const enter = async () => {
    await catchUp();
    if (step !== null) return;
    const { type } = next(state);
    if (type === 'rest') return;
    step = type;
    await announce([`before:${type}`]);
  };
  const leave = async () => {
    await catchUp();
    if (step === null || working) return;
    const left = step;
    step = null;
    await announce([`after:${left}`]);
  };

  const journal: Journal = {
    note(line) {
      ports.journal.note(line);
      if (line.what !== 'checkpoint-recorded') return;
      const { event } = line as { event?: { checkpoint?: { id?: string } } };
      unheard.push(`checkpoint:${event?.checkpoint?.id?.replace('CP-', '')}`);
    },
  };
  const ledger: Ports['ledger'] = {
    async load(issue) {
      const loaded = await ports.ledger.load(issue);
      state = fold(loaded.entries);
      return loaded;
    },
    async append(issue, tip, entries, documents) {
      await catchUp();
      const added = await ports.ledger.append(issue, tip, entries, documents);
      state = fold(entries, state);
      await announce(entries.map(eventMoment));
      return added;
    },
  };
  const tracker = before(ports.tracker, (method) => {
    if (method === 'observe') return leave();
    return NO_STEP.has(method) ? catchUp() : enter();
  });
  const workspace = before(ports.workspace, enter);
  const announced = (agent: CodingAgent): CodingAgent => ({
    name: agent.name,
    async work(assignment, harness) {
      await enter();
      working = true;
      try {
        return await agent.work(assignment, harness);
      } finally {
        working = false;
      }
    },
  });
  const model = (of: Ports['models']['draft']) => of && before(of, enter);
  return {
    ...ports,
    journal,
    ledger,
    tracker,
    workspace,
    sandbox: before(ports.sandbox, enter),
    checks: before(ports.checks, enter),
    models: {
      draft: model(ports.models.draft),
      plan: model(ports.models.plan),
      review: model(ports.models.review),
    },
    agent: ports.agent && announced(ports.agent),
  };
}

/** Calls that belong to no step: looking, showing progress, and what comes before a look. */
const NO_STEP = new Set([
  'observe',
  'updateComment',
  'headBranch',
  'readFile',
  'openTasks',
  'react',
  'setStateLabel',
]);

const eventMoment = ({ event }: LedgerEntry): string => `event:${event.type}`;

/** The same object, with something awaited before each of its (asynchronous) methods. */
function before<T extends object>(target: T, first: (method: string) => Promise<void>): T {
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property);
      if (typeof value !== 'function' || typeof property === 'symbol') return value;
      return async (...args: unknown[]) => {
        await first(property);
        return value.apply(object, args);
      };
    },
  });
}
