import type { TaskState } from '../../src/core/run/state.ts';
import type { LedgerEntry } from '../../src/core/schema/event.ts';
import type { Product } from './node.ts';

type Ledger = readonly LedgerEntry[];

/** Ledgers are immutable and grow at their end: each is folded once, from the one it grew out of. */
const before = new WeakMap<Ledger, Ledger>();
const folded = new WeakMap<Ledger, TaskState>();

export function appended(ledger: Ledger, entries: Ledger): Ledger {
  const longer = [...ledger, ...entries];
  before.set(longer, ledger);
  return longer;
}

export function stateOf(product: Product, ledger: Ledger): TaskState {
  const known = folded.get(ledger);
  if (known) return known;
  const shorter = before.get(ledger);
  const state = shorter
    ? product.fold(ledger.slice(shorter.length), stateOf(product, shorter))
    : product.fold(ledger);
  folded.set(ledger, state);
  before.delete(ledger);
  return state;
}
