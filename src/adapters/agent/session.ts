import type { ModelMessage } from 'ai';
import { digestOf } from '../../core/digest.ts';
import type { Assignment } from '../../ports.ts';
import { continuationMessage, openingMessage } from './prompt.ts';
import { ToolOutputs } from './tool-outputs.ts';

/** One conversation about one worktree. Its history only grows: what was sent once is sent again byte for byte. */
export interface Session {
  history: ModelMessage[];
  contractHash: string;
  /** Index of the message that carried the breakpoint of the request before; -1 at first. */
  lastBreakpoint: number;
  outputs: ToolOutputs;
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
      history: [],
      contractHash,
      lastBreakpoint: -1,
      outputs: new ToolOutputs(),
    };
    session.history.push({
      role: 'user',
      content: known
        ? continuationMessage(assignment, known.contractHash !== contractHash)
        : openingMessage(assignment),
    });
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
