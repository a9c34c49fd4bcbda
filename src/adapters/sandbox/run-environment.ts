import { join } from 'node:path';
import type { Toolchain } from './toolchain.ts';

/**
 * The whole environment of a program in a sandbox. What the run asks for cannot replace the fixed names: PATH, HOME
 * and TMPDIR decide which programs run and where they write.
 */
export function runEnvironment(
  variables: Readonly<Record<string, string>>,
  toolchain: Toolchain,
  places: { home: string; tmp: string },
): Record<string, string> {
  // Last, so that nothing a set-up puts into HOME hides a program of the system.
  const own = ['.local/bin', '.cargo/bin', 'go/bin'].map((entry) => join(places.home, entry));
  return {
    ...toolchain.variables,
    ...variables,
    PATH: [...toolchain.path, ...own].join(':'),
    HOME: places.home,
    TMPDIR: places.tmp,
    LANG: 'C.UTF-8',
    CI: 'true',
  };
}
