import type { Event } from '../core/schema/event.ts';
import type { Journal } from '../ports.ts';

/**
 * Progress in the job’s log: one line a note, in order. What it needs to say so is loaded with the first note, for an
 * action that finds nothing to do has none. No line can act as a workflow command (threat 21) or holds a secret.
 */
export function logJournal(
  write: (line: string) => void,
  mask: (text: string) => Promise<string>,
): Journal {
  let last = Promise.resolve();
  const say = async ({ what, event, ...facts }: Parameters<Journal['note']>[0]) => {
    const [{ describeEvent }, { logWords }] = await Promise.all([
      import('../core/render/timeline.ts'),
      import('../core/rules/text/neutralise.ts'),
    ]);
    const words = event ? describeEvent(event as Event) : `${what}: ${JSON.stringify(facts)}`;
    // A turn is a JSON line to read by programs: cut, it would be none.
    const text = what === 'turn' ? `turn ${JSON.stringify(facts.line)}` : words;
    write(`· ${logWords(await mask(text), what === 'turn' ? 60_000 : 2000)}\n`);
  };
  return {
    note: (line) => {
      last = last.then(() => say(line));
    },
  };
}
