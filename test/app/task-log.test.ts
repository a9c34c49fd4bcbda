import { expect, it } from 'vitest';
import { flush, loadTaskLog, note } from '../../src/app/task-log.ts';
import { CatalogueError } from '../../src/core/catalogue-error.ts';
import { fold } from '../../src/core/run/evolve.ts';
import { checkAppend } from '../../src/core/run/ledger-chain.ts';
import type { Event, LedgerEntry } from '../../src/core/schema/event.ts';
import type { Ports } from '../../src/ports.ts';

const reminded = (message: string): Event => ({ type: 'reminded', about: 'text-only', message });

/** A ledger that takes no secret, as the real one does. */
function ports() {
  const entries: LedgerEntry[] = [];
  let inBetween = () => {};
  const fake = {
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    journal: { note: () => {} },
    secrets: {
      mask: async (text: string) => {
        const masked = text.replaceAll('s3cret', '***');
        inBetween();
        return masked;
      },
    },
    ledger: {
      load: async () => ({ entries: [...entries], tip: String(entries.length) }),
      append: async (_: number, tip: string | null, added: LedgerEntry[]) => {
        if (tip !== String(entries.length)) throw new CatalogueError('ledger-moved');
        if (JSON.stringify(added).includes('s3cret')) throw new CatalogueError('secret-found');
        entries.push(...added);
        return String(entries.length);
      },
    },
  } as unknown as Ports;
  return {
    fake,
    entries,
    during(act: () => void) {
      inBetween = () => {
        inBetween = () => {};
        act();
      };
    },
  };
}
const messages = (entries: readonly LedgerEntry[]) =>
  entries.map(({ event }) => ('message' in event ? event.message : event.type));

it('what looks like a secret is taken out before it is appended, and out of the state too', async () => {
  const { fake, entries } = ports();
  const log = await loadTaskLog(fake, 1, 'run-1');
  note(fake, log, [reminded('first')]);
  await flush(fake, log);
  note(fake, log, [reminded('a s3cret'), reminded('second')]);
  await flush(fake, log);
  note(fake, log, [reminded('third')]);
  await flush(fake, log);
  expect(messages(entries)).toEqual(['first', 'a ***', 'second', 'third']);
  expect(() => checkAppend(null, entries)).not.toThrow();
  expect(log.state).toEqual(fold(entries));
  expect(log.last).toEqual(entries.at(-1));
});

it('what another node notes meanwhile is kept, chained, and masked with the next flush', async () => {
  const { fake, entries, during } = ports();
  const log = await loadTaskLog(fake, 1, 'run-1');
  note(fake, log, [reminded('a s3cret')]);
  during(() => note(fake, log, [reminded('b s3cret')]));
  await flush(fake, log);
  expect(messages(entries)).toEqual(['a ***']);
  await flush(fake, log);
  expect(messages(entries)).toEqual(['a ***', 'b ***']);
  expect(() => checkAppend(null, entries)).not.toThrow();
  expect(log.state).toEqual(fold(entries));
});

it('where nothing has to go, nothing is read again', async () => {
  const { fake, entries } = ports();
  const log = await loadTaskLog(fake, 1, 'run-1');
  note(fake, log, [reminded('plain')]);
  const { state } = log;
  await flush(fake, log);
  expect(log.state).toBe(state);
  expect(messages(entries)).toEqual(['plain']);
});
