import { z } from 'zod';
import type { ToolAction } from '../../ports.ts';
import { FileRefusal } from './safe-path.ts';
import { refused, type Tool, type ToolContext, type ToolOutcome } from './tools/tool.ts';

/** One call as the model made it. */
export interface RequestedCall {
  name: string;
  input: unknown;
  /** The arguments were no JSON. */
  unreadable: boolean;
}

/**
 * Runs one tool call. Unknown names, wrong arguments and file trouble become replies that help the model recover;
 * what the harness or the sandbox throws goes through.
 */
export async function callTool(
  call: RequestedCall,
  tools: readonly Tool[],
  context: Omit<ToolContext, 'permit'>,
): Promise<{ outcome: ToolOutcome; label: string }> {
  const name = call.name.slice(0, 60);
  const tool = tools.find((known) => known.name === call.name);
  if (tool === undefined) {
    const names = tools.map((known) => known.name).join(', ');
    const outcome = refused('unknown-tool', `There is no tool "${name}". The tools are: ${names}.`);
    return { outcome, label: logLabel(name, '', outcome) };
  }
  if (call.unreadable) {
    const outcome = refused('bad-arguments', `The arguments of ${name} are no valid JSON.`);
    return { outcome, label: logLabel(name, '', outcome) };
  }
  const input = tool.input.safeParse(call.input ?? {});
  if (!input.success) {
    const problem = z.prettifyError(input.error).slice(0, 600);
    const outcome = refused('bad-arguments', `${name}: ${problem}`);
    return { outcome, label: logLabel(name, '', outcome) };
  }
  const advice: string[] = [];
  const permit = (action: ToolAction) => {
    const reply = context.harness.permit(action);
    if (reply.ok && reply.text !== '') advice.push(`[harness] ${reply.text}`);
    return reply;
  };
  const done = await tool.run(input.data, { ...context, permit }).catch(fileTrouble);
  const text = await context.mask([done.text, ...advice].join('\n'));
  const outcome = { ...done, text };
  return { outcome, label: logLabel(name, await context.mask(tool.label(input.data)), outcome) };
}

function fileTrouble(error: unknown): ToolOutcome {
  if (error instanceof FileRefusal) return refused(error.code, error.message);
  if (isFileSystemError(error)) {
    return refused('file-trouble', `${error.code} in ${error.syscall}.`);
  }
  throw error;
}

/** Of the file system, that is: a program that could not be started is the host's trouble, not the model's. */
function isFileSystemError(error: unknown): error is Error & { code: string; syscall: string } {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' && !syscall.startsWith('spawn');
}

function logLabel(name: string, what: string, outcome: ToolOutcome): string {
  const end = outcome.ok ? '' : ` (${outcome.code})`;
  return (
    `${name} ${what}`
      .trimEnd()
      .slice(0, 300 - end.length)
      .toWellFormed() + end
  );
}
