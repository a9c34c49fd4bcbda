import { openSync, readdirSync, readFileSync } from 'node:fs';

type Descriptors = ('pipe' | 'ignore' | number)[];

/** What we were started with and a child would inherit besides its streams: a runner’s pipes are nobody else’s. */
let inherited: readonly number[] | undefined;
/** /dev/null, opened when it is first needed. */
let nothing: number | undefined;

/** The three streams, a fourth to report on when asked for, and in place of what would be inherited, nothing. */
export function descriptors(reports: boolean): Descriptors {
  inherited ??= inheritedDescriptors();
  const stdio: Descriptors = ['pipe', 'pipe', 'pipe', ...(reports ? (['pipe'] as const) : [])];
  for (const descriptor of inherited) {
    if (descriptor < stdio.length) continue;
    nothing ??= openSync('/dev/null', 'r');
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio.push(nothing);
  }
  return stdio;
}

/**
 * Node’s own close on exec, and of those it was started with the low ones; one behind a gap does not. Linux tells;
 * elsewhere none are known.
 */
function inheritedDescriptors(): number[] {
  try {
    const all = readdirSync('/proc/self/fd').map(Number);
    return all.filter((each) => each > 2 && !closesOnExec(each)).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

const O_CLOEXEC = 0o2000000;

function closesOnExec(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    return (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '', 8) & O_CLOEXEC) !== 0;
  } catch {
    // The one that listed the directory is closed again.
    return true;
  }
}
