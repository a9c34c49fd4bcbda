import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { keepCheckpoints } from '../../../src/app/work/keep-checkpoints.ts';
import { resumable } from '../../../src/app/work/resumable.ts';
import { resumeWork } from '../../../src/app/work/resume-work.ts';
import { CatalogueError } from '../../../src/core/catalogue-error.ts';
import { fold } from '../../../src/core/run/evolve.ts';
import type { Checkpoint } from '../../../src/core/schema/checkpoint.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import type { Harness, Ports, Worktree } from '../../../src/ports.ts';
import { EVERY_EVENT } from '../../support/every-event.ts';
import { entriesOf } from '../../support/given.ts';

const example = EVERY_EVENT.find((event) => event.type === 'checkpoint-recorded');
const checkpoint = (n: number, change: Partial<Checkpoint> = {}): Event => {
  if (example?.type !== 'checkpoint-recorded') throw new Error('no example');
  const tree = `${n}`.repeat(40);
  return { ...example, checkpoint: { ...example.checkpoint, id: `CP-${n}`, tree, ...change } };
};

/** A task with this history, on ports of which only these are real. */
function task(history: Event[], workspace: Partial<Ports['workspace']>) {
  const pushed: Event['type'][] = [];
  const entries = entriesOf(history);
  const ports = {
    clock: { now: () => new Date('2026-01-01T00:00:00Z'), wait: async () => {} },
    journal: { note: () => {} },
    ledger: {
      append: async (_: number, __: unknown, added: { event: Event }[]) => {
        pushed.push(...added.map(({ event }) => event.type));
        return 'tip';
      },
    },
    secrets: {
      mask: async (text: string) => text.replaceAll('hunter2', '***'),
      scan: async () => [],
    },
    sandbox: {
      probe: async () => {
        if (example?.type !== 'checkpoint-recorded') throw new Error('no example');
        return example.checkpoint.sandbox;
      },
    },
    workspace: {
      changes: async () => [{ path: 'src/a.js', status: 'added', mode: '100644' }],
      ...workspace,
    },
  };
  const log = {
    issue: 1,
    run: 'run-1',
    state: fold(entries),
    tip: null,
    last: entries.at(-1) ?? null,
    unpushed: [],
  };
  const context = {
    ports,
    log,
    request: { issue: 1 },
    settings: { pollMs: 0 },
  } as unknown as Context;
  const noted = () => context.log.unpushed.map(({ event }) => event);
  return { context, noted, pushed };
}

describe('keeping checkpoints', () => {
  it('pushes those that are not on the remote yet, and notes what was held back', async () => {
    const asked: number[][] = [];
    const kept: Event = {
      type: 'checkpoints-kept',
      kept: ['CP-1'],
      refused: [],
      dropped: [],
      failure: null,
    };
    const { context, noted } = task([checkpoint(1), kept, checkpoint(2), checkpoint(3)], {
      keepCheckpoints: async (_, all) => {
        asked.push(all.map(({ number }) => number));
        return { kept: [3], refused: [{ number: 2, findings: ['github at a:1'] }], missing: [] };
      },
    });
    await keepCheckpoints(context);
    await keepCheckpoints(context);
    expect(asked).toEqual([[2, 3]]);
    expect(context.log.state.keptCheckpoints).toEqual({
      onRemote: ['CP-1', 'CP-3'],
      refused: ['CP-2'],
    });
    expect(noted()).toEqual([]);
  });

  it('notes a push that failed, without secrets, and tries again', async () => {
    let times = 0;
    const { context, noted } = task([checkpoint(1)], {
      keepCheckpoints: async () => {
        times += 1;
        throw new CatalogueError('git-failed', 'no route with hunter2');
      },
    });
    await keepCheckpoints(context);
    expect(noted()).toMatchObject([{ failure: expect.stringMatching(/^git-failed: .*\*\*\*$/) }]);
    await keepCheckpoints(context);
    expect(times).toBe(2);
  });
});

describe('D9 going on from a checkpoint', () => {
  const baseSha = (() => {
    if (example?.type !== 'checkpoint-recorded') throw new Error('no example');
    return example.checkpoint.headSha;
  })();
  const worktree = (held: string[], restored: string[]) =>
    ({
      id: 'issue-1',
      baseSha,
      held: async (tree: string) => held.includes(tree),
      restore: async (tree: string) => void restored.push(tree),
    }) as unknown as Worktree;
  const tree = (n: number) => `${n}`.repeat(40);

  it('restores the newest that can be had, records it, and tells what was done', async () => {
    const restored: string[] = [];
    const { context, noted } = task([checkpoint(1, { cause: 'edit_file a' }), checkpoint(2)], {
      bringCheckpoint: async (_, wanted) => wanted.tree === tree(1),
    });
    const told = await resumeWork(context, worktree([], restored));
    expect(restored).toEqual([tree(1)]);
    expect(noted()).toMatchObject([
      {
        type: 'work-resumed',
        checkpoint: 'CP-1',
        notUsed: [{ id: 'CP-2', reason: 'is neither here nor on the remote' }],
      },
    ]);
    for (const part of ['CP-1: edit_file a', 'added src/a.js']) expect(told).toContain(part);
  });

  it('leaves a directory alone that held what the ledger last heard of', async () => {
    const restored: string[] = [];
    const { context, noted } = task([checkpoint(1), checkpoint(2)], {});
    expect(await resumeWork(context, worktree([tree(2)], restored))).toBe(null);
    expect([restored, noted()]).toEqual([[], []]);
  });

  it('goes on from nothing when there is nothing', async () => {
    const restored: string[] = [];
    const { context } = task([checkpoint(1)], { bringCheckpoint: async () => false });
    expect(await resumeWork(context, worktree([], restored))).toBe(null);
    expect(restored).toEqual([]);
  });

  it('tells the agent once, before its first turn', async () => {
    const { context } = task([], {});
    const harness = { beforeTurn: async () => ({ go: true, note: 'said' }) } as unknown as Harness;
    const port = resumable(context, harness, 'before');
    expect(await port.beforeTurn()).toEqual({ go: true, note: 'before\n\nsaid' });
    expect(await port.beforeTurn()).toEqual({ go: true, note: 'said' });
  });
});
