/**
 * `node bench/checkpoints/run.ts [S] [M] [L]`: our checkpoints against those of gemini-cli, cline and opencode (their
 * commands, re-created) and against `git status` and a plain walk, interleaved, in one run. Needs only git.
 * `--chart=<file>` draws it as SVG; `--without=<design>` leaves one out that does not come to an end.
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
import { clineShadow, clineToday, type Design, geminiCli, gitStatus, opencode } from './peers.ts';

const SIZES = { S: 500, M: 10_000, L: 100_000 } as const;
const ROUNDS = { S: 9, M: 5, L: 3 } as const;
type Size = keyof typeof SIZES;
const STEPS = ['first', 'no change', '3 edits', 'restore'] as const;
type Step = (typeof STEPS)[number];
type Times = Record<Step, number[]>;

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
  name: string,
  how: { quick: boolean },
  root: string,
  bare: string,
  head: string,
): Promise<{ path: string; design: Design }> {
  const stateDirectory = join(root, name);
  const { workspace } = createGitAdapters({ stateDirectory, url: `file://${bare}`, token: null });
  let worktree: Worktree = await workspace.openWorktree('bench', head);
  const trees: string[] = [];
  const design: Design = {
    name: `contractor (${name})`,
    selfContained: true,
    begin: async () => {
      await worktree.release();
      worktree = await workspace.openWorktree('bench', head);
    },
    checkpoint: async () => void trees.push((await worktree.checkpoint(how)).tree),
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
      const used = execFileSync('du', ['-sk', path], { stdio: ['ignore', 'pipe', 'ignore'] });
      return sum + Number(used.toString().split('\t')[0]);
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
    const scan = await ours('scan', { quick: false }, root, bare, head);
    const watch = await ours('watch', { quick: true }, root, bare, head);
    const peer = (name: string, make: (tree: string, shadow: string) => Design) => {
      const path = join(root, name);
      git(root, 'clone', '-q', bare, path);
      return { path, design: make(path, join(root, `${name}-shadow`)) };
    };
    const peers: [string, (tree: string, shadow: string) => Design][] = [
      ['gemini', geminiCli],
      ['cline', clineShadow],
      ['cline-today', clineToday],
      ['opencode', opencode],
    ];
    const all = [
      scan,
      watch,
      ...peers
        .filter(([name]) => !process.argv.includes(`--without=${name}`))
        .map(([name, make]) => peer(name, make)),
    ].map((each) => ({
      ...each,
      times: emptyTimes(),
      before: kilobytes(each.design.disk),
      disk: 0,
    }));
    for (const { design, times } of all)
      times.first.push(
        await timed(async () => {
          await design.begin();
          await design.checkpoint();
        }),
      );
    const floors = { status: [] as number[], walk: [] as number[] };
    const plain = all[2]?.path ?? '';
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
    for (const each of all) each.disk = kilobytes(each.design.disk) - each.before;
    print(size, all, floors);
    const [, watched] = all;
    if (watched) await memory(watched);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const emptyTimes = (): Times => ({ first: [], 'no change': [], '3 edits': [], restore: [] });

type Measured = { path: string; design: Design; times: Times; before: number; disk: number };

function print(size: Size, all: Measured[], floors: { status: number[]; walk: number[] }): void {
  console.log(`\n### ${size}: ${SIZES[size]} files, ${ROUNDS[size]} rounds, median ms\n`);
  console.log('| | self-contained | first | no change | 3 edits | restore | disk MB |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { design, times, disk } of all) {
    const cells = STEPS.map((step) => {
      const value = median(times[step]);
      return value.toFixed(value < 10 ? 1 : 0);
    });
    const contained = design.selfContained ? 'yes' : 'no';
    console.log(
      `| ${design.name} | ${contained} | ${cells.join(' | ')} | ${(disk / 1024).toFixed(1)} |`,
    );
  }
  const [scan, watch, ...peers] = all;
  if (!scan || !watch) return;
  const contained = peers.filter(({ design }) => design.selfContained);
  const best = (step: Step) => Math.min(...contained.map(({ times }) => median(times[step])));
  const bestDisk = Math.min(...contained.map(({ disk }) => disk));
  const status = median(floors.status);
  console.log(
    `\n- \`git status\` ${status.toFixed(1)} ms, a plain lstat walk ${median(floors.walk).toFixed(1)} ms`,
  );
  const tree = `${SIZES[size].toLocaleString('en')} files`;
  const say = (what: string, value: number, target: number) => {
    bars.push({ tree, what, ratio: value, target });
    const verdict = value <= target ? 'met' : 'MISSED';
    console.log(`- ${what}: ${value.toFixed(2)} × (target ${target}: ${verdict})`);
  };
  const took = ({ times }: Measured, step: Step) => median(times[step]);
  say('no change by watching, of git status', took(watch, 'no change') / status, 0.2);
  say('no change by scanning, of git status', took(scan, 'no change') / status, 1.1);
  for (const [each, how] of [
    [watch, 'watching'],
    [scan, 'scanning'],
  ] as const) {
    say(`first, ${how}`, took(each, 'first') / best('first'), 1);
    say(`3 edits, ${how}`, took(each, '3 edits') / best('3 edits'), 0.5);
    say(`restore, ${how}`, took(each, 'restore') / best('restore'), 1);
  }
  say('disk', scan.disk / bestDisk, 1);
}

/** Whether memory stays what it is over many checkpoints. */
async function memory(watch: Measured): Promise<void> {
  const resident = () => process.memoryUsage().rss / 2 ** 20;
  const early = resident();
  for (let round = 0; round < 300; round++) {
    edit(watch.path, round);
    await watch.design.checkpoint();
  }
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `- memory of the whole process: ${early.toFixed(0)} MB, after 300 more checkpoints ${resident().toFixed(0)} MB, peak ${peak.toFixed(0)} MB`,
  );
}

console.log(
  `Node ${process.version}, ${git('/', '--version')}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
);
const asked = process.argv.slice(2).filter((name): name is Size => name in SIZES);
for (const size of asked.length > 0 ? asked : (['S', 'M'] as const)) await measure(size);
const drawing = process.argv.find((argument) => argument.startsWith('--chart='));
if (drawing !== undefined) writeFileSync(drawing.slice('--chart='.length), chart(bars));
