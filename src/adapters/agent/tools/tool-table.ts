import type { PlanningMode } from '../../../core/schema/mode-choice.ts';
import { deleteFileTool } from './delete-file.ts';
import { editFileTool } from './edit-file.ts';
import { checkTool, doneTool, handBackTool, writePlanTool } from './harness-tools.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { readOutputTool } from './read-output.ts';
import { runCommandTool } from './run-command.ts';
import { searchTool } from './search.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './write-file.ts';

/** In the order they are sent, which is part of the cached prefix: append, never reorder. */
const TOOLS: readonly Tool[] = [
  readFileTool,
  searchTool,
  listFilesTool,
  editFileTool,
  writeFileTool,
  deleteFileTool,
  runCommandTool,
  readOutputTool,
  writePlanTool,
  checkTool,
  handBackTool,
  doneTool,
];

const WITHOUT_PLAN = TOOLS.filter((tool) => tool !== writePlanTool);

/** The tools of a mode: reactive work keeps no plan (seeds/0, mode 1). */
export function toolsFor(mode: PlanningMode): readonly Tool[] {
  return mode === 'reactive' ? WITHOUT_PLAN : TOOLS;
}
