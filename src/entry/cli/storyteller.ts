import { happensInTurns, isPartOf } from '../../core/render/telling-order.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import type { Event } from '../../core/schema/event.ts';
import type { Spectator } from '../../simulate/scenario/run-scenario.ts';
import { storyLine } from '../../simulate/scenario/story.ts';
import { happeningLine } from '../../simulate/scenario/write-result.ts';

/** Tells what happens while it happens, but of a turn before what it did. `end` tells what no turn came for. */
export function storyteller(print: (line: string) => void): Required<Spectator> & { end(): void } {
  let held: { event: Event; line: string }[] = [];
  const tell = (which: (event: Event) => boolean) => {
    for (const { line } of held.filter(({ event }) => which(event))) print(line);
    held = held.filter(({ event }) => !which(event));
  };
  const end = () => tell(() => true);
  return {
    note(noted) {
      const line = storyLine(noted);
      if (line === null) return;
      const event = noted.event as Event;
      if (happensInTurns(event)) {
        held.push({ event, line });
        return;
      }
      if (event.type === 'turn-taken') tell((each) => !isPartOf(event, each));
      else end();
      print(line);
      end();
    },
    happened(happening) {
      end();
      print(logWords(happeningLine(happening), 400));
    },
    end,
  };
}
