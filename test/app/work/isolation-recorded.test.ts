import { beforeAll, expect, it } from 'vitest';
import { renderStatus } from '../../../src/core/render/status.ts';
import { taskViewOf } from '../../../src/core/run/task-view-of.ts';
import { describeConfined, requireBubblewrap } from '../../adapters/sandbox/needs-bubblewrap.ts';
import { done, GOOD, plannedRun, turn } from './support/planned-run.ts';

/** A program that wants to go to a host through the proxy, and says what it got. */
const WANTS = `const { hostname: host, port } = new URL(process.env.HTTP_PROXY);
  require('http').get({ host, port, path: 'http://evil.test/' }, ({ statusCode }) => console.log('got ' + statusCode));`;

describeConfined('isolation asked for and reached', () => {
  beforeAll(requireBubblewrap);

  it('stands in every checkpoint, the record and the status, with granted hosts; what was refused is counted', async () => {
    const run = await plannedRun(
      [turn({ name: 'run', input: { argv: ['node', '-e', WANTS] } }), turn(GOOD), turn(done)],
      { configuration: { mode: 'reactive', sandbox: { hosts: ['granted.test', '*.cdn.test'] } } },
    );
    expect(run.outcome).toBe('delivered');
    const policy = {
      ...{ asked: 'S0', reached: 'S3', mechanism: 'bubblewrap', network: 'allow-list' },
      hosts: ['*.cdn.test', 'granted.test'],
    };
    const checkpoints = run.of('checkpoint-recorded').map(({ checkpoint }) => checkpoint.sandbox);
    expect(checkpoints.length).toBeGreaterThan(1);
    for (const sandbox of checkpoints) expect(sandbox).toMatchObject(policy);
    expect(run.of('environment-prepared').map(({ sandbox }) => sandbox)).toMatchObject([policy]);
    expect(run.of('verification-finished').at(-1)?.sandbox).toMatchObject(policy);
    expect(run.state.publish.record?.statement.predicate.sandbox).toMatchObject(policy);
    expect(run.state.refusals).toEqual({ 'network-refused': 1 });
    expect(run.of('refused')[0]?.message).toContain('run node');
    expect(run.comment).toContain('refused: 1 × `network-refused`');
    const task = { repositoryUrl: '', taskId: 'acme/greet#1', issue: 1, ledgerTip: null };
    expect(renderStatus(taskViewOf(run.state, task))).toMatch(
      /isolation: S3 \(bubblewrap; no network but 2 granted hosts; asked for S0/,
    );
  });
});
