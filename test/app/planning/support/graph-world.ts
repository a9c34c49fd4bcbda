import { setImmediate as tick } from 'node:timers/promises';
import type { Context } from '../../../../src/app/context.ts';
import { work } from '../../../../src/app/effects/work.ts';
import type { TaskLog } from '../../../../src/app/task-log.ts';
import { CatalogueError } from '../../../../src/core/catalogue-error.ts';
import { digestOf } from '../../../../src/core/digest.ts';
import { parseConfiguration } from '../../../../src/core/rules/configuration/configuration.ts';
import type { Report } from '../../../../src/core/run/effect.ts';
import { fold } from '../../../../src/core/run/evolve.ts';
import { chainEntries } from '../../../../src/core/run/ledger-chain.ts';
import type { TaskState } from '../../../../src/core/run/state.ts';
import type { Contract } from '../../../../src/core/schema/contract.ts';
import { Event, type LedgerEntry } from '../../../../src/core/schema/event.ts';
import type { Observation } from '../../../../src/core/schema/observation.ts';
import { PlannerPlan } from '../../../../src/core/schema/planner-plan.ts';
import { withOwnComment } from '../../../support/given.ts';
import {
  drafted,
  minute,
  observation,
  prepared,
  trigger,
  UP_TO_WORK,
} from '../../../support/task.ts';
import { type Parts, playedAgent } from './graph-agent.ts';
import { createMachine, type Machine, type Remote } from './graph-machine.ts';

/** The process died: nothing of it goes on. */
class Killed extends Error {}

export interface WorldOptions {
  contract: Contract;
  /** Answers of the planner, in order; the last one is repeated. */
  plans: readonly object[];
  parts: Parts;
  configuration?: string;
  /** How long GitHub takes to answer a look, in rounds of the event loop. */
  lookTicks?: () => number;
  /** After a turn was taken: things can be made to happen. */
  onTurn?: (world: GraphWorld, id: string) => void;
}

/**
 * The use case `work` on a task graph, over trees, worktrees and a ledger that live in memory: quick enough to try every
 * order of finishing and every moment of death. Agent, planner and people are played; all between them is the product’s own.
 */
export class GraphWorld {
  readonly options: WorldOptions;
  ledger: LedgerEntry[] = [];
  readonly remote: Remote;
  machine: Machine;
  seen: Observation = observation();
  /** Planner and agents, in the order they were asked. */
  readonly asked: {
    who: string;
    feedback: string | null;
    /** The files of an agent’s worktree when it began. */
    begins?: Record<string, string>;
  }[] = [];
  #plans = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    this.remote = { checkpoints: new Map(), commits: new Map(), trees: new Map() };
    this.remote.commits.set(options.contract.baseSha, this.keep(options.parts.base));
    this.machine = createMachine(this.remote);
    this.happen(
      ...UP_TO_WORK.slice(0, -3),
      drafted(options.contract),
      ...prepared(options.contract),
    );
  }

  get state(): TaskState {
    return fold(this.ledger);
  }

  get events(): Event[] {
    return this.ledger.map(({ event }) => event);
  }

  /** Appended by somebody else, or by the parts of the product that are not tried here. */
  happen(...events: Event[]): void {
    const at = minute(this.ledger.length / 60);
    const epoch = Math.max(1, this.state.epoch);
    const last = this.ledger.at(-1) ?? null;
    this.ledger.push(...chainEntries(last, events, { at, run: 'run-1', epoch }));
  }

  keep(files: Record<string, string>): string {
    const id = digestOf(files).slice(0, 40);
    this.remote.trees.set(id, files);
    return id;
  }

  filesOf(tree: string): Record<string, string> {
    return this.remote.trees.get(tree) ?? {};
  }

  /** All that only this machine had is gone. */
  freshMachine(): void {
    this.machine = createMachine(this.remote);
  }

  /**
   * One process works until it is done, or until its n-th event.
   * @param lost what was noted and not pushed dies with it
   * @throws Killed
   */
  async run(killAt = Number.POSITIVE_INFINITY, lost = false): Promise<Report> {
    const state = this.state;
    const log: TaskLog = {
      issue: 1,
      run: 'run-1',
      state,
      tip: `${this.ledger.length}`,
      last: this.ledger.at(-1) ?? null,
      unpushed: [],
    };
    const life = { dead: false, events: 0 };
    const alive = () => {
      if (life.dead) throw new Killed();
    };
    const configuration = parseConfiguration(
      this.options.configuration ?? 'approval: never\nmode: task-graph\n',
    );
    const { workspace, checks } = this.machine.ports(alive);
    const ports = {
      clock: { now: () => new Date(minute(this.ledger.length / 60)), wait: async () => {} },
      journal: {
        note: (line: { event?: unknown }) => {
          alive();
          if (line.event === undefined) return;
          life.events += 1;
          if (life.events < killAt) return;
          life.dead = true;
          if (!lost) this.#append(log.unpushed);
          throw new Killed();
        },
      },
      ledger: {
        append: async (_: number, __: string | null, entries: LedgerEntry[]) => {
          alive();
          this.#append(entries);
          return `${this.ledger.length}`;
        },
      },
      tracker: {
        observe: async () => {
          alive();
          // What is read is older than the moment it is judged at.
          const seen = withOwnComment(log.state, this.seen);
          for (let n = this.options.lookTicks?.() ?? 0; n > 0; n -= 1) await tick();
          return seen;
        },
        react: async () => {},
      },
      secrets: { scan: async () => [], mask: async (text: string) => text },
      sandbox: { probe: async () => SANDBOX },
      models: {
        draft: null,
        review: null,
        plan: {
          id: 'played/plan',
          ask: async () => {
            alive();
            const { plans } = this.options;
            const answer = plans[Math.min(this.#plans, plans.length - 1)];
            this.#plans += 1;
            this.asked.push({ who: 'planner', feedback: null });
            if (answer === UNUSABLE) throw new CatalogueError('model-unusable', 'no plan');
            return {
              answer: PlannerPlan.parse(answer),
              usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 },
            };
          },
        },
      },
      agent: playedAgent(this, this.options.parts, alive),
      workspace,
      checks,
    };
    const context = {
      ports,
      log,
      request: {
        issue: 1,
        run: 'run-1',
        trigger: trigger('labeled'),
        detail: { label: 'contractor' },
      },
      settings: {
        repository: { owner: 'acme', name: 'greet' },
        serverUrl: 'https://github.test',
        configuration,
        harnessVersion: '0',
        toolchain: 'node',
        pollMs: 0,
      },
      observation: this.seen,
      showProgress: async () => {},
    } as unknown as Context;
    const report = await work({ type: 'work' }, context);
    this.#append(log.unpushed);
    return report;
  }

  /** Processes die at these of their events, one after the other; the last one works to its end. */
  async runKilled(
    kills: readonly { at: number; lost?: boolean; fresh?: boolean }[],
  ): Promise<Report> {
    for (const { at, lost, fresh } of kills) {
      try {
        return await this.run(at, lost);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      // Whatever the dead process had begun comes to nothing.
      for (let n = 0; n < 20; n += 1) await tick();
      if (fresh) this.freshMachine();
    }
    return this.run();
  }

  /** What happened to nodes, as `type id` lines. */
  story(): string[] {
    return this.events.flatMap((event) =>
      event.type === 'graph-moved' && 'id' in event.change
        ? `${event.change.type} ${event.change.id}`
        : [],
    );
  }

  /** How often that happened to that node. */
  count(line: string): number {
    return this.story().filter((each) => each === line).length;
  }

  /** What was committed in the end. */
  delivered(report: Report): Record<string, string> {
    if (report.type !== 'worked') throw new Error(`it ended ${JSON.stringify(report)}`);
    return this.filesOf(report.commit.tree);
  }

  #append(entries: readonly LedgerEntry[]): void {
    const known = new Set(this.ledger.map(({ seq }) => seq));
    for (const entry of entries) {
      Event.parse(entry.event);
      if (!known.has(entry.seq)) this.ledger.push(entry);
    }
  }
}

/** An answer of the planner that is no plan. */
export const UNUSABLE = {};

const SANDBOX = {
  asked: 'S0',
  reached: 'S0',
  mechanism: 'none',
  network: 'none',
  probes: {},
} as const;
