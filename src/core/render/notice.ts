import { z } from 'zod';
import { inline } from '../rules/text/neutralise.ts';
import { MarkerIdentity, parseMarker, renderMarker } from './marker.ts';

/** What the first line of a notice says to machines. */
const NoticeHead = MarkerIdentity.extend({ kind: z.literal('notice'), code: z.string() });

/** Why no task could begin: an entry of the catalogue, with its place in a file when it has one. */
export interface Notice {
  code: string;
  message: string;
  remedy: string;
}

/** Our comment while there is no task yet. The task takes it over when it begins, so it carries the task’s marker. */
export function renderNotice(task: string, { code, message, remedy }: Notice): string {
  const { identity, data } = noticeHead(task, code);
  return [
    renderMarker(identity, data),
    '### Contractor cannot start here yet',
    '',
    inline(message, 1000),
    '',
    `**What to do:** ${remedy}`,
    '',
    `<sub>\`${code}\` · Nothing was changed. This comment is edited in place.</sub>`,
  ].join('\n');
}

/** How the first line of every notice reads. */
export function noticeHead(task: string, code: string) {
  return { identity: { task, nonce: 'notice' }, data: { kind: 'notice', code } };
}

/** True for a comment that says why no task could begin, and not for that of a task. */
export function isNotice(body: string): boolean {
  return parseMarker(body, NoticeHead) !== null;
}
