import { digestOf } from '../../core/digest.ts';
import type { Assignment } from '../../ports.ts';
import { History, told } from './history.ts';
import { continuationMessage, openingMessage } from './prompt.ts';
import type { DurablePart } from './prompt-proof.ts';
import { ToolOutputs } from './tool-outputs.ts';

/** One conversation about one worktree. */
export interface Session {
  history: History;
  /** What it is about, as last told: a compacted history opens with it. */
  assignment: Assignment;
  contractHash: string;
  /** Index of the message that carried the breakpoint of the request before; -1 at first. */
  lastBreakpoint: number;
  outputs: ToolOutputs;
  /** The harness’s last answers to a plan write and to a check: kept word for word when all else is shortened. */
  plan: string | null;
  evidence: string | null;
  /** Durable part of the request before; null at first. */
  sent: DurablePart | null;
  /** Tokens a request may have; null until the model’s window was looked up. */
  limit: number | null;
}

/** Kept for repairs and amendments in the same process; the oldest goes first. */
const MAXIMUM_SESSIONS = 16;

export class Sessions {
  readonly #byWorktree = new Map<string, Session>();

  /** Continues the worktree's conversation with what is new, or opens one. */
  open(assignment: Assignment): Session {
    const key = `${assignment.worktree.id}\n${assignment.worktree.path}`;
    const contractHash = digestOf(assignment.contract);
    const known = this.#byWorktree.get(key);
    const session = known ?? {
      history: new History(),
      assignment,
      contractHash,
      lastBreakpoint: -1,
      outputs: new ToolOutputs(),
      plan: assignment.plan === null ? null : JSON.stringify(assignment.plan.items),
      evidence: null,
      sent: null,
      limit: null,
    };
    session.assignment = assignment;
    const changed = known !== undefined && known.contractHash !== contractHash;
    session.history.push(
      told(known ? continuationMessage(assignment, changed) : openingMessage(assignment)),
    );
    session.contractHash = contractHash;
    this.#byWorktree.delete(key);
    this.#byWorktree.set(key, session);
    for (const oldest of this.#byWorktree.keys()) {
      if (this.#byWorktree.size <= MAXIMUM_SESSIONS) break;
      this.#byWorktree.delete(oldest);
    }
    return session;
  }
}
