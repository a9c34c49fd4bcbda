import type { z } from 'zod';
import type { Contract } from '../../../core/schema/contract.ts';
import type { Harness, Sandbox, ToolAction, ToolReply } from '../../../ports.ts';
import type { ToolOutputs } from '../tool-outputs.ts';

/** What a tool may use. */
export interface ToolContext {
  /** The worktree's absolute path. */
  root: string;
  /** HOME of what is run there: what the set-up put into it is found again. */
  home: string;
  contract: Contract;
  harness: Harness;
  /** Asks the harness before anything is done; what it advises is added to the tool's reply. */
  permit(action: ToolAction): ToolReply;
  sandbox: Sandbox;
  outputs: ToolOutputs;
  /** Takes secrets out of a text, line by line. */
  mask(text: string): Promise<string>;
}

/** What the model is told, and whether the work ends with it. */
export type ToolOutcome = ToolReply & {
  end?: { how: 'finished' | 'handed-back'; detail: string };
};

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** What it was called with, in a few words, for the log. */
  label(input: unknown): string;
  /** @throws what the harness or the sandbox throws: that ends the work. File trouble is a reply. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** Ties a tool's function to the type of its input; `input` is validated before `run` is called. */
export function tool<I>(definition: {
  name: string;
  description: string;
  input: z.ZodType<I>;
  label(input: I): string;
  run(input: I, context: ToolContext): Promise<ToolOutcome>;
}): Tool {
  return {
    ...definition,
    label: (input) => definition.label(input as I),
    run: (input, context) => definition.run(input as I, context),
  };
}

export const ok = (text: string): ToolOutcome => ({ ok: true, text });
export const refused = (code: string, text: string): ToolOutcome => ({ ok: false, code, text });
