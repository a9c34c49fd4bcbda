import { CatalogueError } from '../../core/catalogue-error.ts';
import { parseCommands } from '../../core/rules/request/commands.ts';
import type { Disposition } from '../../core/schema/disposition.ts';
import type { Event } from '../../core/schema/event.ts';
import type { Snapshot } from '../../core/schema/snapshot.ts';
import type { Ports } from '../../ports.ts';

/** Nobody writes more commands between two looks and waits for a sign on each. */
const MOST = 10;

type Reaction = Parameters<Ports['tracker']['react']>[1];

/**
 * A sign on each comment whose command this look has taken in: eyes, or confused where there is no such command. It
 * says "read", not "done"; a sign that fails costs nothing, since the comment itself tells what became of it.
 */
export async function acknowledge(
  { tracker, journal }: Pick<Ports, 'tracker' | 'journal'>,
  events: readonly Event[],
): Promise<void> {
  for (const [source, reaction] of signsOf(events).slice(0, MOST)) {
    try {
      await tracker.react(source, reaction);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      journal.note({ what: 'not-acknowledged', source, message: error.message });
    }
  }
}

function signsOf(events: readonly Event[]): [string, Reaction][] {
  const begun = events.find((event) => event.type === 'run-claimed')?.trigger;
  return events.flatMap((event): [string, Reaction][] => {
    if (event.type === 'snapshot-taken')
      return begun?.kind === 'comment' && begun.source !== null ? [[begun.source, 'eyes']] : [];
    if (event.type !== 'source-reconciled') return [];
    return event.dispositions.flatMap((d) => signOn(d, event.snapshot));
  });
}

function signOn(d: Disposition, { sources }: Snapshot): [string, Reaction][] {
  const text = sources.find(({ id }) => id === d.source)?.text ?? '';
  if (d.change === 'deleted' || d.outcome === 'not-authorised' || !d.source.startsWith('comment:'))
    return [];
  const commands = parseCommands(text);
  if (commands.length === 0) return [];
  return [[d.source, commands.every(({ name }) => name === 'unknown') ? 'confused' : 'eyes']];
}
