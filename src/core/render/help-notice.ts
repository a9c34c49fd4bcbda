import { helpLines } from './command-help.ts';
import { renderMarker } from './marker.ts';
import { noticeHead } from './notice.ts';

/** What our comment says where a command was written and there is no task yet. The task takes it over when it begins. */
export function renderHelpNotice(task: string): string {
  const { identity, data } = noticeHead(task, 'help');
  return [
    renderMarker(identity, data),
    '### No task was started here yet',
    '',
    ...helpLines(),
    '',
    '<sub>Nothing was changed. This comment is edited in place.</sub>',
  ].join('\n');
}
