import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Checkout } from '../../ports.ts';
import { type TrackedFiles, watchTrackedFiles } from './tracked-files.ts';

/** What is kept of a checkout between its set-up and its checks. */
export interface CheckoutState {
  home: string;
  tracked: TrackedFiles;
  /** Tracked files that were changed and could not be put back: the checkout is not its commit any more. */
  spoiled: string[];
}

export interface CheckoutStates {
  of(checkout: Checkout): Promise<CheckoutState>;
  /** Writes files into the checkout’s HOME. */
  furnish(checkout: Checkout, files: Readonly<Record<string, string>>): Promise<void>;
  dispose(): Promise<void>;
}

/** Remembers each checkout from its first use on, and forgets those that were disposed of. */
export function keepCheckoutStates(): CheckoutStates {
  const states = new Map<Checkout, { base: string; state: Promise<CheckoutState> }>();
  const removeGone = async () => {
    for (const [checkout, { base }] of states) {
      if (existsSync(checkout.path)) continue;
      states.delete(checkout);
      await removeHome(base);
    }
  };
  const of = async (checkout: Checkout): Promise<CheckoutState> => {
    const known = states.get(checkout);
    if (known) return known.state;
    await removeGone();
    const base = await mkdtemp(join(tmpdir(), 'contractor-checkout-'));
    const state = makeState(checkout.path, base);
    states.set(checkout, { base, state });
    return state;
  };
  return {
    of,
    async furnish(checkout, files) {
      const { home } = await of(checkout);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(home, path)), { recursive: true });
        await writeFile(join(home, path), text);
      }
    },
    async dispose() {
      for (const { base } of states.values()) await removeHome(base);
      states.clear();
    },
  };
}

async function makeState(path: string, base: string): Promise<CheckoutState> {
  const [home, copies] = [join(base, 'home'), join(base, 'copies')];
  await mkdir(home);
  await mkdir(copies);
  return { home, tracked: await watchTrackedFiles(path, copies), spoiled: [] };
}

/** Go makes its module cache read-only. */
async function removeHome(base: string): Promise<void> {
  try {
    await rm(base, { recursive: true, force: true });
  } catch {
    await makeWritable(base);
    await rm(base, { recursive: true, force: true });
  }
}

async function makeWritable(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}
