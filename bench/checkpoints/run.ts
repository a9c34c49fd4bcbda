/**
 * `node bench/checkpoints/run.ts [S] [M] [L]`: our checkpoints against those of gemini-cli, cline and opencode (their
 * commands, re-created) and against `git status` and a plain walk, interleaved, in one run. Needs only git.
 * `--chart=<file>` draws it as SVG.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitAdapters } from '../../src/adapters/git/git-adapters.ts';
import type { Worktree } from '../../src/ports.ts';
import { median } from '../support/figure.ts';
import { type Bar, chart } from './chart.ts';
import { clineShadow, type Design, geminiCli, gitStatus, opencode } from './peers.ts';

const SIZES = { S: 500, M: 10_000, L: 100_000 } as const;
const ROUNDS = { S: 9, M: 5, L: 3 } as const;
type Size = keyof typeof SIZES;
const STEPS = ['first', 'no change', '3 edits', 'restore'] as const;
type Times = Record<(typeof STEPS)[number], number[]>;

/** What the chart shows, tree by tree. */
const bars: Bar[] = [];

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd })
    .toString()
    .trim();

/** A bare repository with one commit of so many small files, fifty a directory. */
function makeRepository(root: string, files: number): string {
  const source = join(root, 'source');
  for (let n = 0; n < files; n++) {
    const directory = join(source, `d${Math.floor(n / 2500)}`, `e${Math.floor(n / 50) % 50}`);
    if (n % 50 === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `f${n}.txt`), `line ${n}\n`.repeat(20 + (n % 40)));
  }
  git(source, 'init', '-q', '-b', 'main', '.');
  git(source, 'add', '-A');
  git(source, 'commit', '-q', '-m', 'start');
  const bare = join(root, 'remote.git');
  git(root, 'clone', '-q', '--bare', source, bare);
  rmSync(source, { recursive: true });
  return bare;
}

async function ours(
  root: string,
  bare: string,
  head: string,
): Promise<{ path: string; design: Design }> {
  const stateDirectory = join(root, 'state');
  const { workspace } = createGitAdapters({ stateDirectory, url: `file://${bare}`, token: null });
  let worktree: Worktree = await workspace.openWorktree('bench', head);
  const trees: string[] = [];
  const design: Design = {
    name: 'contractor',
    selfContained: true,
    begin: async () => {
      worktree = await workspace.openWorktree('bench', head);
    },
    checkpoint: async () => void trees.push((await worktree.checkpoint()).tree),
    restore: () => worktree.restore(trees.at(-2) ?? ''),
    disk: [join(stateDirectory, 'shadows'), join(stateDirectory, 'clone.git')],
  };
  return { path: worktree.path, design };
}

function walk(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) walk(path);
    else lstatSync(path);
  }
}

const kilobytes = (paths: string[]) =>
  paths.reduce((sum, path) => {
    try {
      return sum + Number(execFileSync('du', ['-sk', path]).toString().split('\t')[0]);
    } catch {
      return sum;
    }
  }, 0);

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function edit(tree: string, round: number): void {
  for (const n of [0, 1, 2])
    appendFileSync(join(tree, 'd0', `e${n}`, `f${n * 50}.txt`), `${round}\n`);
}

async function measure(size: Size): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'contractor-bench-'));
  try {
    const bare = makeRepository(root, SIZES[size]);
    const head = git(bare, 'rev-parse', 'main');
    const own = await ours(root, bare, head);
    const peer = (name: string, make: (tree: string, shadow: string) => Design) => {
      const path = join(root, name);
      git(root, 'clone', '-q', bare, path);
      return { path, design: make(path, join(root, `${name}-shadow`)) };
    };
    const all = [
      own,
      peer('gemini', geminiCli),
      peer('cline', clineShadow),
      peer('opencode', opencode),
    ].map((each) => ({ ...each, times: emptyTimes(), before: kilobytes(each.design.disk) }));
    for (const { design, times } of all)
      times.first.push(
        await timed(async () => {
          await design.begin();
          await design.checkpoint();
        }),
      );
    const floors = { status: [] as number[], walk: [] as number[] };
    const plain = all[1]?.path ?? '';
    for (let round = 0; round < ROUNDS[size]; round++) {
      for (const { path, design, times } of all) {
        times['no change'].push(await timed(design.checkpoint));
        edit(path, round);
        times['3 edits'].push(await timed(design.checkpoint));
        times.restore.push(await timed(design.restore));
        // So that each round begins the same way.
        await design.checkpoint();
      }
      floors.status.push(await timed(() => gitStatus(plain)));
      floors.walk.push(await timed(() => walk(plain)));
    }
    print(size, all, floors);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const emptyTimes = (): Times => ({ first: [], 'no change': [], '3 edits': [], restore: [] });

type Measured = { design: Design; times: Times; before: number };

function print(size: Size, all: Measured[], floors: { status: number[]; walk: number[] }): void {
  console.log(`\n### ${size}: ${SIZES[size]} files, ${ROUNDS[size]} rounds, median ms\n`);
  console.log('| | self-contained | first | no change | 3 edits | restore | disk MB |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { design, times, before } of all) {
    const cells = STEPS.map((step) => median(times[step]).toFixed(0));
    const disk = ((kilobytes(design.disk) - before) / 1024).toFixed(1);
    const contained = design.selfContained ? 'yes' : 'no';
    console.log(`| ${design.name} | ${contained} | ${cells.join(' | ')} | ${disk} |`);
  }
  const [own, ...peers] = all;
  if (!own) return;
  const best = (step: (typeof STEPS)[number], among: Measured[]) =>
    Math.min(...among.map(({ times }) => median(times[step])));
  const contained = peers.filter(({ design }) => design.selfContained);
  const ratio = (value: number, of: number) => `${(value / of).toFixed(2)} ×`;
  const status = median(floors.status);
  const value = (step: (typeof STEPS)[number]) => median(own.times[step]);
  const tree = `${SIZES[size].toLocaleString('en')} files`;
  const disk = (each: Measured) => kilobytes(each.design.disk) - each.before;
  bars.push(
    { tree, what: 'no change, of git status', ratio: value('no change') / status, target: 1.1 },
    { tree, what: 'first', ratio: value('first') / best('first', contained), target: 1 },
    { tree, what: '3 edits', ratio: value('3 edits') / best('3 edits', contained), target: 0.5 },
    { tree, what: 'restore', ratio: value('restore') / best('restore', contained), target: 1 },
    { tree, what: 'disk', ratio: disk(own) / Math.min(...contained.map(disk)), target: 1 },
  );
  const resident = process.memoryUsage().rss / 2 ** 20;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `\n- memory of this process, harness and ours: ${resident.toFixed(0)} MB now, ${peak.toFixed(0)} MB at its peak`,
  );
  console.log(
    `\n- \`git status\` ${status.toFixed(0)} ms, a plain lstat walk ${median(floors.walk).toFixed(0)} ms`,
  );
  console.log(
    `- no change: ${ratio(value('no change'), status)} \`git status\` (target 1.1 without a watcher)`,
  );
  for (const [step, target] of [
    ['first', 1],
    ['3 edits', 0.5],
    ['restore', 1],
  ] as const)
    console.log(
      `- ${step}: ${ratio(value(step), best(step, contained))} the best self-contained peer (target ${target}), ${ratio(value(step), best(step, peers))} the best of all`,
    );
}

console.log(
  `Node ${process.version}, ${git('/', '--version')}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
);
const asked = process.argv.slice(2).filter((name): name is Size => name in SIZES);
for (const size of asked.length > 0 ? asked : (['S', 'M'] as const)) await measure(size);
const drawing = process.argv.find((argument) => argument.startsWith('--chart='));
if (drawing !== undefined) writeFileSync(drawing.slice('--chart='.length), chart(bars));
