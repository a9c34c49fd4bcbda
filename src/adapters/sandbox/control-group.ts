import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCaptured } from '../process.ts';

/** What a group of processes may use together. */
export interface GroupLimits {
  processes: number;
  /** Of memory, page cache aside. */
  memoryBytes: number;
}

type Controller = 'pids' | 'memory';

/** Where groups can be made: one directory a controller (the same one for both in version 2). */
export type GroupParents = Readonly<Partial<Record<Controller, string>>>;

export interface ControlGroup extends AsyncDisposable {
  /** Put before a command: it enters the group, then becomes the command. */
  readonly enter: readonly string[];
}

const CONTROLLERS: readonly Controller[] = ['pids', 'memory'];

/** 0 is the process that writes. A group that cannot be entered ends the run: it would not be limited. */
const ENTER = `while [ "$1" != -- ]; do
  echo 0 >"$1/cgroup.procs" || { echo 'cannot enter the control group' >&2; exit 125; }
  shift
done
shift
exec "$@"`;

/**
 * Finds where this process may make control groups: beside or above its own group, wherever the controllers are on.
 * Nothing of the host’s is changed but groups of our own. Tried, not guessed: a process is put into one.
 */
export async function findGroupParents(): Promise<GroupParents> {
  const found: Partial<Record<Controller, string>> = {};
  for (const controller of CONTROLLERS) {
    for (const parent of await placesOf(controller)) {
      if (!(await works(parent, controller))) continue;
      found[controller] = parent;
      break;
    }
  }
  return found;
}

/** Makes a group for one run; disposing ends what is still in it, and removes it. */
export async function makeControlGroup(
  parents: GroupParents,
  limits: GroupLimits,
): Promise<ControlGroup> {
  const name = `contractor-${randomUUID()}`;
  const directories = [...new Set(Object.values(parents))].map((parent) => join(parent, name));
  const group: ControlGroup = {
    enter: directories.length === 0 ? [] : ['/bin/sh', '-c', ENTER, 'enter', ...directories, '--'],
    [Symbol.asyncDispose]: async () => {
      for (const directory of directories) await removeGroup(directory);
    },
  };
  try {
    for (const directory of directories) await mkdir(directory);
    if (parents.pids) await limitProcesses(join(parents.pids, name), limits.processes);
    if (parents.memory) await limitMemory(join(parents.memory, name), limits.memoryBytes);
    return group;
  } catch (error) {
    await group[Symbol.asyncDispose]();
    throw error;
  }
}

async function limitProcesses(directory: string, processes: number): Promise<void> {
  await writeFile(join(directory, 'pids.max'), `${processes}`, EXISTING);
}

/** The two versions name it differently. A swapped-out process must not get around it, where swap is counted at all. */
async function limitMemory(directory: string, bytes: number): Promise<void> {
  const isVersion2 = await exists(join(directory, 'memory.max'));
  const [limit, swap, ofSwap] = isVersion2
    ? ['memory.max', 'memory.swap.max', '0']
    : ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', `${bytes}`];
  await writeFile(join(directory, limit), `${bytes}`, EXISTING);
  await writeFile(join(directory, swap), ofSwap, EXISTING).catch(() => undefined);
}

/** Fails where the file is not there: then the controller is off. */
const EXISTING = { flag: 'r+' };

async function works(parent: string, controller: Controller): Promise<boolean> {
  const only: GroupParents = { [controller]: parent };
  try {
    await using group = await makeControlGroup(only, { processes: 64, memoryBytes: 2 ** 30 });
    const argv = [...group.enter, '/bin/true'];
    return (await runCaptured({ argv, cwd: '/', env: {}, timeoutSeconds: 10 })).exitCode === 0;
  } catch {
    return false;
  }
}

/** Our own group and those above it, in the hierarchy that has this controller. */
async function placesOf(controller: Controller): Promise<string[]> {
  const groups = await readLines('/proc/self/cgroup');
  const mounts = (await readLines('/proc/self/mountinfo')).map(readMount);
  for (const [, controllers = '', path = '/'] of groups.map((line) => line.split(':'))) {
    const mine = controllers.split(',');
    const version1 = mine.includes(controller);
    const mount = mounts.find(({ type, options }) =>
      version1 ? type === 'cgroup' && options.includes(controller) : type === 'cgroup2',
    );
    if (!mount || (!version1 && controllers !== '')) continue;
    // Inside a container the mount may show a part of the hierarchy, and our path may lie above it.
    const own = path === mount.root ? '/' : path.replace(`${mount.root}/`, '/');
    const places: string[] = [];
    for (let at = join(mount.place, own); at.startsWith(mount.place); at = dirname(at))
      places.push(at);
    const there = await Promise.all(places.map((place) => exists(place)));
    return places.filter((_, index) => there[index]);
  }
  return [];
}

/** One line of mountinfo: `id parent device root place options … - type source options`. */
function readMount(line: string): { root: string; place: string; type: string; options: string[] } {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root = '/', place = ''] = before.split(' ');
  const [type = '', , options = ''] = after.split(' ');
  return { root, place, type, options: options.split(',') };
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const TRIES = 200;

/** Ends every process in it; one that was just killed keeps the group busy for a moment. */
async function removeGroup(directory: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const pid of (await readLines(join(directory, 'cgroup.procs'))).map(Number)) kill(pid);
    try {
      return await rmdir(directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      await wait(10);
    }
  }
}

function kill(pid: number): void {
  // 0 stands for a process that our own pid namespace does not show; to kill it would mean our own group.
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
