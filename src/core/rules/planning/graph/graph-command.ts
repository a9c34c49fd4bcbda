import type { BlockCause, NodeDefinition } from '../../../schema/task-graph.ts';

/** What the harness tells the graph: results of its own observations, and people’s decisions. */
export type GraphCommand =
  | {
      type: 'plan';
      nodes: NodeDefinition[];
      cap: number;
      maximumAttempts: number;
      /** Why it is a replan; null for the first plan. */
      reason: string | null;
    }
  /** Starts what may start. `inputs` has, by node id, what goes into its inputs hash besides definition and preconditions. */
  | { type: 'schedule'; inputs: Readonly<Record<string, string>> }
  | { type: 'questions'; open: string[] }
  | { type: 'executed'; id: string; attempt: number }
  | { type: 'judged'; id: string; attempt: number; verdict: NodeVerdict }
  /** An attempt that cannot go on by itself: a merge conflict, or a decision that only people can make. */
  | {
      type: 'halted';
      id: string;
      attempt: number;
      cause: Extract<BlockCause, 'conflict' | 'handback'>;
      reason: string;
    }
  /** The process began anew: whoever was at work is not any more. */
  | { type: 'restarted' }
  /** Files changed outside the attempt of `by` (null: outside every node). */
  | { type: 'paths-changed'; paths: string[]; by: string | null }
  /** What passed must be judged again: its own result is no proof any more. Null: all of them, as after an amendment. */
  | { type: 'suspend'; id: string | null; reason: string }
  | { type: 'unblock'; id: string; reason: string }
  | { type: 'cancel'; id: string; reason: string }
  /** Lets a node do without a cancelled precondition: an explicit act, never a side effect. */
  | { type: 'waive'; id: string; precondition: string; reason: string }
  | {
      type: 'final';
      fingerprint: string;
      passed: boolean;
      evidence: string[];
      feedback: string | null;
    };

/** What the gates and the reviewer said, structured: no text is ever read for it. */
export type NodeVerdict =
  | {
      passed: true;
      evidence: string[];
      outputHash: string;
      /** Paths it changed. */
      changed: string[];
      /** Globs it declared and changed nothing of. */
      untouched: string[];
    }
  | { passed: false; feedback: string };
