import { instructionFiles, renderInstructions } from '../../core/rules/request/instructions.ts';
import type { Workspace } from '../../ports.ts';

/** Persistent instructions of the repository, from the base commit only (threat 22). */
export async function readInstructions(workspace: Workspace, baseSha: string): Promise<string> {
  const paths = (await workspace.list(baseSha)).map((file) => file.path);
  const files: { path: string; text: string }[] = [];
  for (const path of instructionFiles(paths)) {
    const text = await workspace.read(baseSha, path);
    if (text !== null) files.push({ path, text });
  }
  return renderInstructions(files);
}
