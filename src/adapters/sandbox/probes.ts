import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { SandboxPolicy } from '../../core/schema/checkpoint.ts';
import type { SandboxResult, SandboxRun } from '../../ports.ts';
import { makeTemporaryDirectory, removeTree } from '../temporary-directory.ts';
import type { GroupParents } from './control-group.ts';
import { PROBE_SCRIPT } from './probe-script.ts';

export type Level = SandboxPolicy['reached'];

const Findings = z.object({
  hostNetwork: z.boolean(),
  proxied: z.boolean(),
  processes: z.int(),
  outsideReadable: z.boolean(),
  gitWritable: z.boolean(),
  rootWritable: z.boolean(),
  systemWritable: z.boolean(),
  environment: z.array(z.string()),
  environmentsSeen: z.array(z.string()),
  sudo: z.boolean(),
  daemon: z.boolean(),
  userNamespace: z.boolean(),
  processLimit: z.boolean(),
  fileLimit: z.boolean(),
  systemCallsFiltered: z.boolean(),
});
type Findings = z.infer<typeof Findings> & { outsideWritable: boolean; groups: GroupParents };

const SECRET = 'not to be seen';

/** bwrap, the wrapper’s shell, and the probe with one child: more were not started by us. */
const PROCESSES_AT_MOST = 6;

export const NO_NETWORK = 'no network but granted hosts';

/** What must hold at which level (null: good to have, and said), and in which words a person hears of it. */
const PROBES: readonly {
  name: string;
  level: Level | null;
  holds: (findings: Findings, allowed: ReadonlySet<string>) => boolean;
}[] = [
  {
    name: 'environment cleared',
    level: 'S0',
    holds: ({ environment }, allowed) => environment.every((name) => allowed.has(name)),
  },
  { name: 'worktree writable', level: 'S0', holds: ({ rootWritable }) => rootWritable },
  {
    name: 'only own processes visible',
    level: 'S1',
    holds: ({ processes }) => processes > 0 && processes <= PROCESSES_AT_MOST,
  },
  {
    name: 'no environment of others visible',
    level: 'S1',
    holds: ({ environmentsSeen }, allowed) => environmentsSeen.every((name) => allowed.has(name)),
  },
  {
    name: 'files outside not visible',
    level: 'S1',
    holds: ({ outsideReadable, outsideWritable }) => !outsideReadable && !outsideWritable,
  },
  { name: 'system not writable', level: 'S1', holds: ({ systemWritable }) => !systemWritable },
  { name: '.git not writable', level: 'S1', holds: ({ gitWritable }) => !gitWritable },
  { name: 'no sudo', level: 'S1', holds: ({ sudo }) => !sudo },
  { name: 'no container daemon', level: 'S1', holds: ({ daemon }) => !daemon },
  {
    name: NO_NETWORK,
    level: 'S2',
    holds: ({ hostNetwork, proxied }) => !hostNetwork && !proxied,
  },
  { name: 'no new user namespace', level: 'S3', holds: ({ userNamespace }) => !userNamespace },
  { name: 'limit on file size', level: 'S3', holds: ({ fileLimit }) => fileLimit },
  {
    name: 'system calls filtered',
    level: null,
    holds: ({ systemCallsFiltered }) => systemCallsFiltered,
  },
  {
    name: 'limit on processes',
    level: null,
    holds: ({ processLimit, groups }) => processLimit || groups.pids !== undefined,
  },
  { name: 'limit on memory', level: null, holds: ({ groups }) => groups.memory !== undefined },
];

export const LEVELS: readonly Level[] = ['S0', 'S1', 'S2', 'S3'];

/** The highest level at which, and below which, every probe held; null when not even the lowest is reached. */
export function levelReached(probes: Readonly<Record<string, boolean>>): Level | null {
  const broken = PROBES.filter(({ name }) => !probes[name]).flatMap(({ level }) =>
    level === null ? [] : LEVELS.indexOf(level),
  );
  return LEVELS[Math.min(LEVELS.length, ...broken) - 1] ?? null;
}

/**
 * Runs the probes in a sandbox: a listener on the host, a file outside and a repository of our own are what it must
 * not reach. With granted hosts the proxy is tried too.
 * @throws when the probe could not run or gave no answer: then nothing is known of this sandbox
 */
export async function probe(
  run: (run: SandboxRun) => Promise<SandboxResult>,
  facts: {
    /** Names its environment may have. */
    allowed: readonly string[];
    /** Where its runs are put into control groups: seen from outside alone. */
    groups: GroupParents;
  },
): Promise<Record<string, boolean>> {
  const base = makeTemporaryDirectory('probe');
  const server = createServer((socket) => socket.destroy());
  try {
    const root = join(base, 'repository');
    const outside = join(base, 'outside');
    await mkdir(join(root, '.git'), { recursive: true });
    await writeFile(outside, SECRET);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const node = await realpath(process.execPath);
    const result = await run({
      argv: [node, '-e', PROBE_SCRIPT, String(port), outside],
      root,
      cwd: '.',
      timeoutSeconds: 30,
      network: 'granted',
      variables: {},
      readOnly: [dirname(node)],
    });
    // Inside, a write to that place may well succeed: in a directory of its own. What counts is our file.
    const outsideWritable = (await readFile(outside, 'utf8')) !== SECRET;
    const findings = { ...readFindings(result), outsideWritable, groups: facts.groups };
    return judge(findings, new Set(facts.allowed));
  } finally {
    server.close();
    await removeTree(base);
  }
}

function readFindings(result: SandboxResult): z.infer<typeof Findings> {
  const line = result.output.trimEnd().split('\n').at(-1) ?? '';
  if (result.exitCode !== 0) throw new Error(result.output.trim().slice(0, 500) || 'no answer');
  return Findings.parse(JSON.parse(line));
}

function judge(findings: Findings, allowed: ReadonlySet<string>): Record<string, boolean> {
  return Object.fromEntries(PROBES.map(({ name, holds }) => [name, holds(findings, allowed)]));
}
