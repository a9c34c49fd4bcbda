import { CatalogueError } from '../../src/core/catalogue-error.ts';
import { digestOf, digestText } from '../../src/core/digest.ts';
import type { Checkout, Ports, Worktree } from '../../src/ports.ts';
import type { Cell } from './cell.ts';
import { appended } from './ledger-state.ts';
import { ask } from './model-drafting.ts';
import { observationOf } from './model-observation.ts';
import { BASE, contains, isVerified } from './world.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');
/** People’s comments have lower ids, so that it does not matter for ours when they came. */
const FIRST_OWN_COMMENT = 100;

/**
 * Ports over the modelled GitHub: the product’s own use cases run on them unchanged.
 * @param run whose machine they are on
 * @param lateTip what the ledger’s tip was when it was asked for, where that was long before all else
 */
export function modelPorts(cell: Cell, run: string, lateTip: string | null = null): Ports {
  const now = () => new Date(START + cell.world.hour * HOUR_MS);
  const violate = (what: string) =>
    cell.put(['violations'], { violations: [...cell.world.violations, what] });
  const sha = (value: unknown) => digestOf(value).slice(0, 40);
  const treeOf = (id: string) => {
    const { commits, machines } = cell.see('commits');
    const commit = commits[id];
    const elsewhere = machines === 'own' && commit?.by === 'bot' && commit.run !== run;
    if (elsewhere && !contains(cell.see('branch'), cell.world.branch, id))
      throw new CatalogueError('git-failed', 'No such commit.');
    return commit?.tree ?? id;
  };
  /** What an agent left in a worktree; it lives no longer than the half-turn that reads it. */
  const edits = new Map<string, string>();

  return {
    clock: { now, wait: async () => {} },
    journal: { note: () => {} },
    ledger: {
      load: async () => {
        const { ledger } = cell.see('tip');
        return {
          // Whoever only compares the tip has not read what is in it.
          get entries() {
            return [...cell.see('ledger').ledger];
          },
          tip: lateTip ?? `${ledger.length}`,
        };
      },
      append: async (_, tip, entries) => {
        const { ledger } = cell.see('tip');
        if (tip !== `${ledger.length}`) throw new CatalogueError('ledger-moved');
        cell.put(['tip', 'ledger'], { ledger: appended(ledger, entries) });
        return `${cell.world.ledger.length}`;
      },
    },
    tracker: {
      observe: async (_, look) =>
        observationOf(
          cell.see('issue', 'role', 'comments', 'own', 'branch', 'pulls'),
          now().toISOString(),
          look.marker,
        ),
      headBranch: async () => null,
      readFile: async () => null,
      missingRights: async () => [],
      openTasks: async () => [1],
      createComment: async (_, body) => {
        const { comments } = cell.see('own');
        const id = FIRST_OWN_COMMENT + comments.filter((c) => c.author === 'bot').length;
        cell.put(['own'], { comments: [...comments, { id, author: 'bot', body }] });
        return id;
      },
      updateComment: async (id, body) => {
        const { comments } = cell.see('own');
        cell.put(['own'], { comments: comments.map((c) => (c.id === id ? { ...c, body } : c)) });
      },
      openPullRequest: async ({ body }) => {
        const { pulls } = cell.see('pulls');
        if (pulls.some((p) => p.state === 'open'))
          throw new CatalogueError('github-failed', '422: A pull request already exists.');
        const number = 10 + pulls.length;
        const pull = {
          number,
          state: 'open' as const,
          draft: false,
          body,
          describes: null,
          cursor: null,
        };
        cell.put(['pulls'], { pulls: [...pulls, pull] });
        return { number, adopted: false };
      },
      updatePullRequest: async (number, { body, expectedHead }) => {
        const { branch, pulls } = cell.see('branch', 'pulls');
        if (branch !== expectedHead) return false;
        const head = recordOf(body);
        const pull = pulls.find((p) => p.number === number);
        if (head.describes !== branch && !pull?.draft)
          violate(`the record describes ${head.describes}, the head is ${branch}`);
        cell.put(['pulls'], {
          pulls: pulls.map((p) => (p.number === number ? { ...p, body, ...head } : p)),
        });
        return true;
      },
      setDraft: async (number, draft) => {
        const { pulls } = cell.see('pulls');
        cell.put(['pulls'], {
          pulls: pulls.map((p) => (p.number === number ? { ...p, draft } : p)),
        });
      },
      publishCheckRun: async (run) => {
        const { checkRuns } = cell.see('checkRuns');
        // What was verified is only looked at by the judge: no port tells the product.
        if (run.conclusion === 'success' && !isVerified(cell.world, run.sha))
          violate(`success on ${run.sha}, which was never verified`);
        cell.put(['checkRuns'], { checkRuns: { ...checkRuns, [run.sha]: run.conclusion } });
      },
      react: async () => {},
      setStateLabel: async () => {},
    },
    workspace: {
      fetch: async (branch) => (branch === 'main' ? BASE : cell.see('branch').branch),
      list: async (id) => [{ path: 'app.js', mode: '100644', blob: sha(treeOf(id)) }],
      read: async () => null,
      treeOf: async (id) => sha(treeOf(id)),
      openWorktree: async (id, from) => worktree(id, from),
      discardWorktrees: async () => {},
      checkout: async (id) => checkout(id),
      commit: async ({ tree, parent, message }) => {
        const id = sha({ tree, parent, message });
        const { commits } = cell.see('commits');
        cell.put(['commits'], {
          commits: { ...commits, [id]: { parent, tree, by: 'bot', run: runOf(message) } },
        });
        return id;
      },
      changes: async (from, to) =>
        treeOf(from) === treeOf(to) ? [] : [{ path: 'app.js', status: 'modified', mode: '100644' }],
      merge: async ({ theirs }) => ({ tree: theirs }),
      patch: async () => '',
      keepCheckpoints: async (_, checkpoints) => ({
        kept: checkpoints.map(({ number }) => number),
        refused: [],
        missing: [],
      }),
      bringCheckpoint: async () => true,
      writeOut: async () => {},
      push: async ({ sha: id, lease }) => {
        const { branch } = cell.see('branch');
        if (branch === id) return { pushed: true };
        if (branch !== lease) return { pushed: false, remoteHead: branch, reason: 'stale info' };
        cell.put(['branch'], { branch: id });
        return { pushed: true };
      },
    },
    sandbox: {
      probe: async () => POLICY,
      run: async () => ({
        exitCode: 0,
        timedOut: false,
        output: '',
        outputDigest: digestText(''),
        durationMs: 0,
      }),
    },
    checks: {
      prepare: async () => ({ digest: digestText('environment'), log: '' }),
      install: async () => {},
      run: async (at, check) => {
        const good = at.sha !== BASE;
        const { commits, verified } = cell.see('commits');
        if (good && commits[at.sha] && !verified.includes(at.sha))
          cell.put(['verified'], { verified: [...verified, at.sha].sort() });
        return {
          checkId: check.id,
          result: good ? 'pass' : 'fail',
          summary: good ? 'passes' : 'fails',
          exitCode: good ? 0 : 1,
          testsExecuted: 1,
          durationMs: 0,
          logDigest: digestText(`${good}`),
          logTail: '',
          toolchain: 'model',
          treeChanged: false,
        };
      },
    },
    secrets: { scan: async () => [], mask: async (text) => text },
    models: { draft: { id: 'model/draft', ask }, plan: null, review: null },
    agent: {
      name: 'model',
      work: async ({ contract, worktree: at }, harness) => {
        const look = await harness.beforeTurn();
        if (!look.go) return { end: 'interrupted', detail: look.reason, turns: 0 };
        edits.set(at.id, `work for v${contract.version}`);
        return { end: 'finished', detail: 'done', turns: 1 };
      },
    },
  };

  function worktree(id: string, from: string): Worktree {
    return {
      id,
      path: `/worktrees/${id}`,
      baseSha: from,
      checkpoint: async () => {
        const edit = edits.get(id);
        // What an earlier half-turn left in a worktree is not kept: nothing read it so far.
        if (edit === undefined) violate(`${id} was read before it was worked in: model that`);
        return { tree: sha([from, edit]), changed: [], exclusions: [] };
      },
      held: async () => true,
      home: `/homes/${id}`,
      setUp: async (_key, install) => install(),
      restore: async () => [],
      remove: async () => {},
      release: async () => {},
    };
  }

  function checkout(id: string): Checkout {
    return { path: `/checkouts/${id}`, sha: id, [Symbol.asyncDispose]: async () => {} };
  }
}

const POLICY = {
  asked: 'S0',
  reached: 'S0',
  mechanism: 'none',
  network: 'none',
  probes: {},
} as const;
const runOf = (message: string): string | null =>
  /^Contractor-Run: (.+)$/m.exec(message)?.[1] ?? null;

/** What a pull request’s body says to machines: read from its first line, as anyone would. */
function recordOf(body: string): { describes: string | null; cursor: string | null } {
  const line = body.slice(0, body.indexOf('\n'));
  const json = JSON.parse(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)) as Record<
    string,
    string
  >;
  return { describes: json.head ?? null, cursor: json.statementDigest ?? null };
}
