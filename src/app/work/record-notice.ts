import type { AgentNotice } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/** Counts what happened to the conversation itself. Providers’ words are data, and may hold a key. */
export function recordNotice({ ports, log }: Context, notice: AgentNotice): void {
  const turn = log.state.turns + 1;
  if (notice.type === 'no-tool-call') {
    const message = 'Answered without calling a tool, and was asked to call one.';
    note(ports, log, [{ type: 'reminded', about: notice.about, message }]);
  } else if (notice.type === 'model-troubled') {
    const detail = notice.detail.slice(0, 600).toWellFormed();
    note(ports, log, [{ ...notice, turn, detail }]);
  } else {
    note(ports, log, [{ ...notice, turn }]);
  }
}
