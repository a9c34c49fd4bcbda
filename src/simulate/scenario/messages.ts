import type { Configuration } from '../../core/schema/configuration.ts';
import type { Outcome } from '../../core/schema/handback.ts';

/** What a product process is told of the repository: composeRepository’s input, as far as it can be sent. */
export interface SentInput {
  owner: string;
  name: string;
  token: string;
  apiUrl: string;
  graphqlUrl: string;
  serverUrl: string;
  stateDirectory: string;
  environment: Record<string, string>;
  /** Undefined: what the configuration asks for. */
  sandboxLevel: Configuration['sandbox']['level'] | null;
}

/** From the runner to a product process. */
export type ToProduct =
  | {
      type: 'look';
      input: SentInput;
      /** Names the process in the ledger. */
      run: string;
      /** What its clock is ahead of the real one, in milliseconds. */
      clockOffsetMs: number;
      event: string;
      payload: unknown;
    }
  | { type: 'go'; id: number }
  | { type: 'clock'; offsetMs: number };

/** How one look of a process ended. */
export interface LookEnd {
  issue: number;
  outcome: Outcome | 'settled' | 'nothing-to-do';
  reason: string;
  /** The code when there was nothing to do. */
  nothing: string | null;
}

/** From a product process to the runner. */
export type FromProduct =
  /** It waits until the runner says go: whatever the timeline wants at these moments happens first. */
  | { type: 'moments'; id: number; moments: string[] }
  | { type: 'note'; line: { what: string; [field: string]: unknown } }
  | { type: 'looked'; end: LookEnd }
  | { type: 'ignored'; reason: string }
  | { type: 'failed'; code: string; message: string; remedy: string }
  | { type: 'done' };
