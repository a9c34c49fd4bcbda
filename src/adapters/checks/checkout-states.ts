import { existsSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkout } from '../../ports.ts';
import { makeTemporaryDirectory, removeTree } from '../temporary-directory.ts';
import { ownDirectory } from './own-directory.ts';
import { type TrackedFiles, watchTrackedFiles } from './tracked-files.ts';

/** What is kept of a checkout between its set-up and its checks. */
export interface CheckoutState {
  home: string;
  tracked: TrackedFiles;
  /** Tracked files that were changed and could not be put back: the checkout is not its commit any more. */
  spoiled: string[];
  /** Ends when nothing runs in the checkout: set-up and checks take turns, since they see the same files. */
  turn: Promise<unknown>;
}

export interface CheckoutStates {
  of(checkout: Checkout): Promise<CheckoutState>;
  /** Writes files into the checkout’s HOME. */
  furnish(checkout: Checkout, files: Readonly<Record<string, string>>): Promise<void>;
  /** Removes what belongs to checkouts that are gone. */
  tidy(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Remembers each checkout from its first use on. What belongs to it goes when it is gone and another one is used, on
 * `dispose`, and when this process exits.
 */
export function keepCheckoutStates(): CheckoutStates {
  const states = new Map<Checkout, { base: string; state: Promise<CheckoutState> }>();
  const removeAtExit = () => {
    for (const { base } of states.values()) rmSync(base, { recursive: true, force: true });
  };
  const remove = async (checkout: Checkout, base: string) => {
    states.delete(checkout);
    if (states.size === 0) process.removeListener('exit', removeAtExit);
    await removeTree(base);
  };
  const unused = () => [...states].filter(([other]) => !existsSync(other.path));
  // Nothing is awaited before the entry stands, so that two who ask at once get the same.
  const of = (checkout: Checkout): Promise<CheckoutState> => {
    const known = states.get(checkout);
    if (known) return known.state;
    const gone = unused();
    if (states.size === 0) process.on('exit', removeAtExit);
    const base = makeTemporaryDirectory('checkout');
    // Only once the new entry stands: with the last one goes the listener that removes at exit.
    const removed = Promise.resolve().then(() =>
      Promise.all(gone.map(([other, entry]) => remove(other, entry.base))),
    );
    const state = removed.then(() => makeState(checkout.path, base));
    states.set(checkout, { base, state });
    return state;
  };
  return {
    of,
    async furnish(checkout, files) {
      await writeFiles((await of(checkout)).home, files);
    },
    async tidy() {
      await Promise.all(unused().map(([checkout, { base }]) => remove(checkout, base)));
    },
    async dispose() {
      await Promise.all([...states].map(([checkout, { base }]) => remove(checkout, base)));
    },
  };
}

/** Writes files into a HOME, which programs may have written before: no link in it is followed. */
export async function writeFiles(
  home: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await ownDirectory(home, dirname(path));
    await rm(join(home, path), { recursive: true, force: true });
    await writeFile(join(home, path), text, { flag: 'wx' });
  }
}

async function makeState(path: string, base: string): Promise<CheckoutState> {
  const [home, copies] = [join(base, 'home'), join(base, 'copies')];
  await mkdir(home);
  await mkdir(copies);
  return {
    home,
    tracked: await watchTrackedFiles(path, copies),
    spoiled: [],
    turn: Promise.resolve(),
  };
}

/** Does one thing in a checkout when what was asked before is done, however that ended. */
export function inTurn<T>(state: CheckoutState, act: () => Promise<T>): Promise<T> {
  const done = state.turn.then(act);
  state.turn = done.catch(() => undefined);
  return done;
}
