import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { composeRepository } from '../src/entry/compose.ts';
import { startEmbeddedGitHub } from '../src/simulate/github/embedded-github.ts';
import { startScriptedModel } from '../src/simulate/model/scripted-model.ts';
import { readLedgerRef } from '../src/simulate/scenario/read-ledger.ts';
import { inputFor } from '../test/support/input-for.ts';
import type { Figure } from './support/figure.ts';

const NODES = 12;
const SLEEP_MS = 2000;
const ids = Array.from({ length: NODES }, (_, at) => `N${at + 1}`);
const file = (id: string) => `src/${id.toLowerCase()}.js`;

/** Twelve independent nodes whose agents sleep, on two slots and on one: the whole product, real git, embedded GitHub. */
export async function graphParallelism(): Promise<Figure[]> {
  const two = await wallTime(2);
  const one = await wallTime(1);
  const ratio = (100 * two) / one;
  return [
    {
      what: `graph of ${NODES} nodes, ${SLEEP_MS / 1000} s of sleep each`,
      value: `${seconds(two)} on 2 slots, ${seconds(one)} on 1: ${ratio.toFixed(0)} %`,
      target: { text: '≤ 55 %', met: ratio <= 55 },
    },
    {
      what: 'what a node costs besides its agent’s sleep',
      value: `${((one - NODES * SLEEP_MS) / NODES).toFixed(0)} ms: worktree, merge, checkpoint, ledger, look`,
    },
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** From the first node’s start to the last one’s pass, ms. */
async function wallTime(parallel: number): Promise<number> {
  await using model = await startScriptedModel(SCRIPT, { beforeTurn: () => sleep(SLEEP_MS) });
  const name = 'openai-compatible/scripted';
  await using github = await startEmbeddedGitHub({
    repository: { owner: 'acme', name: 'parts' },
    people: [{ login: 'maya', permission: 'maintain' }],
    labels: ['contractor'],
    files: {
      'package.json': '{ "name": "parts", "private": true, "type": "module" }\n',
      ...Object.fromEntries(ids.map((id) => [file(id), "export const word = 'old';\n"])),
      '.github/contractor.yml': stringify({
        approval: 'never',
        mode: 'task-graph',
        graph: { parallel },
        models: { draft: name, execute: name, baseUrl: model.baseUrl },
      }),
    },
    issues: [
      {
        title: 'New words',
        body: 'Every part says `new`.',
        author: 'maya',
        labels: ['contractor'],
      },
    ],
  });
  const directory = await mkdtemp(join(tmpdir(), 'bench-graph-'));
  try {
    const repository = await composeRepository({
      ...inputFor(github, 'parts', directory),
      sandboxLevel: 'S0',
      pollMs: 15_000,
    });
    const trigger = {
      kind: 'console',
      sender: null,
      source: null,
      at: new Date().toISOString(),
    } as const;
    const { outcome } = await repository.look({ issue: 1, run: 'run-1', trigger, detail: {} });
    if (outcome !== 'delivered') throw new Error(`the graph ended ${outcome}`);
    const { entries } = await readLedgerRef(github.gitDir, 1);
    const moments = (type: string) =>
      entries
        .filter(({ event }) => event.type === 'graph-moved' && event.change.type === type)
        .map(({ at }) => Date.parse(at));
    return Math.max(...moments('node-passed')) - Math.min(...moments('node-started'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const SCRIPT = {
  drafts: [
    {
      goal: 'every part says new',
      inScope: [{ text: 'the parts', globs: ['src/**'] }],
      acceptance: [
        {
          statement: 'every part says new',
          quote: 'Every part says `new`.',
          expectation: 'becomes-true' as const,
          checks: [
            {
              kind: 'command' as const,
              argv: [
                'node',
                '-e',
                `for (const f of ${JSON.stringify(ids.map(file))}) if (!require('node:fs').readFileSync(f, 'utf8').includes('new')) process.exit(1)`,
              ],
              inputs: ['src/**'],
              why: 'it reads the parts',
            },
          ],
        },
      ],
    },
  ],
  plans: [
    {
      steps: ids.map((id) => ({
        id,
        agent: 'coder',
        task: 'Say new.',
        writes: [file(id)],
        deps: [],
      })),
    },
  ],
  steps: Object.fromEntries(
    ids.map((id) => [
      id,
      [
        {
          tools: [
            {
              name: 'write_file',
              input: { path: file(id), content: "export const word = 'new';\n" },
            },
            { name: 'done', input: { summary: 'new' } },
          ],
        },
      ],
    ]),
  ),
};
