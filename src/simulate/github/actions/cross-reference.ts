import type { NamedActor } from '../actor.ts';
import { issuePayload } from '../payload/issue.ts';
import type { IssueRecord } from '../records.ts';
import type { World } from '../world.ts';
import { record } from './events.ts';

/** Each issue that a text mentions by number gets a `cross-referenced` line in its history. */
export function crossReference(
  world: World,
  actor: NamedActor,
  from: IssueRecord,
  text: string | null,
): void {
  const numbers = new Set(
    [...(text ?? '').matchAll(/(?<![\w/])#(\d{1,9})\b/g)].map((m) => Number(m[1])),
  );
  for (const number of numbers) {
    const target = world.issues.get(number);
    if (!target || target === from || target.gone) continue;
    const known = target.timeline.some(
      ({ event, details }) => event === 'cross-referenced' && details.from === from.number,
    );
    if (known) continue;
    const source = { type: 'issue', issue: issuePayload(world, from) };
    record(world, actor, target, 'cross-referenced', { from: from.number, source });
  }
}
