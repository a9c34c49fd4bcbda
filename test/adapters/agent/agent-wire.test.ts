import { describe, expect, it } from 'vitest';
import type { Served } from '../model/support/provider-server.ts';
import { WIRE_FORMATS } from '../model/support/wire-formats.ts';
import { call, DONE, FILES, inOrder, step, workOnWire } from './support/work-on-wire.ts';

const EDIT = call('edit_file', { path: 'src/list.js', old: 'false', new: 'true' });

describe.each(Object.keys(WIRE_FORMATS))('the agent over %s, on the wire', (provider) => {
  it('calls tools, is told their results, and its tokens are counted', async () => {
    const { report, server, file, harness } = await workOnWire(
      provider,
      inOrder(
        { text: 'I look first.', calls: [call('read_file', { path: 'src/list.js' })] },
        { calls: [EDIT, call('check', { criteria: ['AC-1'] })], input: 1000, cached: 900 },
        DONE,
      ),
    );
    expect(report).toMatchObject({ end: 'finished', turns: 3 });
    expect(file).toContain('true');
    const results = server.parsed().map((body) => server.format.toolResults(body));
    expect(results[1]?.[0]).toContain('export const json = false;');
    expect(results[2]?.slice(1).join()).toMatch(/Edited src\/list.js.*EV-1 passes/s);
    expect(harness.turns.map(({ tools }) => tools)).toEqual([
      ['read_file src/list.js'],
      ['edit_file src/list.js', 'check AC-1'],
      ['done'],
    ]);
  });

  it.each<[string, Served, string, RegExp]>([
    [
      'an unknown tool',
      { calls: [call('deploy', { to: 'production' })] },
      '(unknown-tool)',
      /There is no tool/,
    ],
    [
      'wrong arguments',
      { calls: [call('read_file', { file: 7 })] },
      '(bad-arguments)',
      /read_file/,
    ],
    ['a plan of garbage', { calls: [call('write_plan', { items: 'soon' })] }, '(', /./],
  ])('%s is refused in words that help, and work goes on', async (_, bad, code, words) => {
    const { report, server, harness } = await workOnWire(provider, inOrder(bad, DONE));
    expect(report.end).toBe('finished');
    expect(harness.turns[0]?.tools[0]).toContain(code);
    expect(server.format.toolResults(server.parsed()[1])[0]).toMatch(words);
  });

  it('two calls that contradict each other: the first that ends the work is the last that runs', async () => {
    const handback = call('hand_back', {
      found: 'f',
      blocked: 'b',
      alternatives: [],
      preserved: 'p',
      decision: 'd',
    });
    const { report, harness, file } = await workOnWire(
      provider,
      inOrder({ calls: [handback, call('done'), EDIT] }),
    );
    expect(report.end).toBe('handed-back');
    expect(harness.turns[0]?.tools).toEqual(['hand_back b', 'done (ended)', 'edit_file (ended)']);
    expect(file).toBe(FILES['src/list.js']);
  });

  it('empty answers are asked again twice, counted, and end as failed', async () => {
    const { report, harness } = await workOnWire(provider, inOrder({ text: '' }));
    expect(report.end).toBe('model-failed');
    expect(harness.notices.map((each) => each.type)).toEqual(Array(3).fill('no-tool-call'));
  });

  it.each<[string, Served, string]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }, 'rate-limited'],
    ['500', { status: 500 }, 'server-error'],
    ['529', { status: 529 }, 'server-error'],
    ['an answer that ends before its end', { begun: 'close' }, 'broken-answer'],
    ['an answer that breaks off', { begun: 'drop' }, 'broken-answer'],
    ['a body that is no JSON', { raw: '<html>' }, 'broken-answer'],
  ])('%s is got over, and counted', async (_, trouble, kind) => {
    const { report, harness } = await workOnWire(provider, inOrder(trouble, DONE));
    expect(report.end).toBe('finished');
    expect(harness.notices).toMatchObject([
      { type: 'model-troubled', kind, retries: 1, passed: true },
    ]);
  });

  it('a key that is refused ends the work in a line that says so, without the key', async () => {
    const { report, harness, server } = await workOnWire(provider, inOrder({ status: 401 }));
    expect(report).toMatchObject({ end: 'model-failed', turns: 0 });
    expect(report.remedy).toContain(`Renew ${server.format.key}`);
    expect(report.detail).toMatch(/HTTP 401.*does not accept the key/);
    expect(harness.notices).toMatchObject([{ kind: 'key-refused', retries: 0, passed: false }]);
  });

  it('a prompt that is too long is compacted once, as an explicit event, and work goes on', async () => {
    const { report, harness, server } = await workOnWire(
      provider,
      inOrder(
        { calls: [call('write_plan', { items: [step('a', 'in_progress')] })] },
        { calls: [call('check', { criteria: ['AC-1'] })] },
        { calls: [call('run', { argv: ['seq', '1', '3000'] })] },
        { overflow: true },
        DONE,
      ),
    );
    expect(report.end).toBe('finished');
    expect(harness.notices.map((each) => each.type)).toEqual([
      'context-compacted',
      'model-troubled',
    ]);
    expect(harness.notices[1]).toMatchObject({ kind: 'context-overflow', passed: true });
    expect(harness.prompts.map((each) => each.prefix)).toEqual([
      'first',
      'held',
      'held',
      'compaction',
    ]);
    const last = server.bodies.at(-1) ?? '';
    // The contract, the plan and the last evidence are there, word for word.
    for (const words of ['`users list --json` prints JSON', 'Plan v1.', 'EV-1 passes'])
      expect(last).toContain(words);
  });

  it('a prompt that never fits ends the work as failed, after two compactions at most', async () => {
    const { report, harness } = await workOnWire(
      provider,
      inOrder({ calls: [call('list_files')] }, { overflow: true }),
    );
    expect(report.end).toBe('model-failed');
    expect(report.detail).toContain('Even a compacted conversation does not fit');
    expect(harness.notices.filter((each) => each.type === 'context-compacted').length).toBeLessThan(
      3,
    );
  });
});
