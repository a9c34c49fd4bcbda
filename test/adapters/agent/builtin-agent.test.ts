import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../../src/core/catalogue-error.ts';
import type { ModelScriptInput } from '../../../src/simulate/model/script.ts';
import { runScript, type Turns, toolResults } from './support/run-script.ts';
import { CONTRACT } from './support/work-place.ts';

const edit = (from: string, to: string) => ({
  name: 'edit_file',
  input: { path: 'src/list.js', old: from, new: to },
});
const done = { tools: [{ name: 'done', input: { summary: 'all green' } }] };

describe('work that goes well', () => {
  it('reads, edits, runs, plans and checks through the harness, and ends as a claim', async () => {
    const turns: Turns = [
      {
        tools: [
          { name: 'write_plan', input: { items: [{ content: 'Set it', status: 'in_progress' }] } },
        ],
      },
      { text: 'Looking.', tools: [{ name: 'read_file', input: { path: 'src/list.js' } }] },
      { tools: [edit('false', 'true'), { name: 'run', input: { argv: ['cat', 'src/list.js'] } }] },
      { tools: [{ name: 'check', input: { criteria: ['AC-1'] } }] },
      {
        tools: [
          {
            name: 'write_plan',
            input: { items: [{ content: 'Set it', status: 'completed', evidence: '$checkpoint' }] },
          },
        ],
      },
      done,
    ];
    await runScript(turns, {
      see: ({ report, harness, place, requests }) => {
        expect(report).toEqual({ end: 'finished', detail: 'all green', turns: 6 });
        expect(place.read('src/list.js')).toBe('export const json = true;\n');
        expect(toolResults(requests.at(-1))).toEqual([
          'Plan v1.',
          '1\texport const json = false;',
          'Edited src/list.js. Checkpoint CP-1: src/list.js.',
          'Exit code 0.\nexport const json = true;',
          'EV-1 passes',
          'Plan v2.',
        ]);
        expect(harness.plan?.items).toMatchObject([{ status: 'completed', evidence: 'CP-1' }]);
        expect(harness.turns.map((turn) => turn.tools)).toEqual([
          ['write_plan'],
          ['read_file src/list.js'],
          ['edit_file src/list.js', 'run cat src/list.js'],
          ['check AC-1'],
          ['write_plan'],
          ['done'],
        ]);
      },
    });
  });

  it('asks before each action and reports after each change, in that order', async () => {
    await runScript([{ tools: [edit('false', 'true')] }, done], {
      see: ({ harness }) => {
        expect(harness.log).toEqual([
          'beforeTurn',
          'permit edit',
          'mutated edit_file src/list.js',
          'turnTaken',
          'beforeTurn',
          'turnTaken',
        ]);
      },
    });
  });

  it('runs nothing after the call that ended the work', async () => {
    await runScript([{ tools: [...done.tools, edit('false', 'true')] }], {
      see: ({ report, place }) => {
        expect(report.end).toBe('finished');
        expect(place.read('src/list.js')).toContain('false');
      },
    });
  });
});

describe('what the harness says is obeyed', () => {
  it('B4 a refused read shows the reason and no content', async () => {
    await runScript([{ tools: [{ name: 'read_file', input: { path: 'src/list.js' } }] }, done], {
      prepare: (harness) => {
        harness.refuse = () => ({ ok: false, code: 'read-cap', text: 'Edit first.' });
      },
      see: ({ requests, harness }) => {
        expect(toolResults(requests[1])).toEqual(['Refused (read-cap): Edit first.']);
        expect(harness.turns[0]?.tools).toEqual(['read_file src/list.js (read-cap)']);
      },
    });
  });

  it('A14 advice given with a permission reaches the model', async () => {
    await runScript([{ tools: [edit('false', 'true')] }, done], {
      prepare: (harness) => {
        harness.refuse = () => ({ ok: true, text: 'No step covers this.' });
      },
      see: ({ requests }) => {
        expect(toolResults(requests[1])[0]).toContain('[harness] No step covers this.');
      },
    });
  });

  it('A2 a refused plan write shows how to mend it and the old plan stays', async () => {
    const write = (...status: string[]) => ({
      tools: [
        {
          name: 'write_plan',
          input: {
            items: status.map((one, n) => ({ id: `s${n}`, content: `Do ${n}`, status: one })),
          },
        },
      ],
    });
    await runScript([write('in_progress', 'pending'), write('in_progress', 'in_progress'), done], {
      see: ({ requests, harness }) => {
        expect(toolResults(requests[2])[1]).toMatch(/^Refused \(two-in-progress\): s0, s1 are all/);
        expect(harness.plan?.items[1]?.status).toBe('pending');
      },
    });
  });

  it('stops when told to, without another model call', async () => {
    await runScript(
      { turns: [{ tools: [edit('false', 'true')] }], whenRunsOut: 'error' },
      {
        prepare: (harness) => {
          harness.look = (turn) =>
            turn === 2 ? { go: false, reason: 'someone said stop' } : undefined;
        },
        see: ({ report, requests }) => {
          expect(report).toEqual({ end: 'interrupted', detail: 'someone said stop', turns: 1 });
          expect(requests).toHaveLength(1);
        },
      },
    );
  });

  it('an amendment that arrives in mid-work becomes part of the conversation', async () => {
    await runScript([{ tools: [edit('false', 'true')] }, done], {
      prepare: (harness) => {
        harness.look = (turn) =>
          turn === 2 ? { go: true, note: 'The contract is now v2.' } : undefined;
      },
      see: ({ requests }) => {
        const shown = requests[1]?.messages.at(-1);
        expect(shown).toMatchObject({ role: 'user', content: 'The contract is now v2.' });
      },
    });
  });

  it('B5 ends at the budget of turns, with what was done kept', async () => {
    const script: ModelScriptInput = {
      turns: [{ tools: [{ name: 'list_files', input: {} }] }],
      whenRunsOut: 'repeat',
    };
    await runScript(script, {
      see: ({ report }) => {
        expect(report).toMatchObject({ end: 'out-of-turns', turns: CONTRACT.budgets.turns });
      },
    });
  });

  it('what the harness throws goes through: a lost epoch is not for the model to handle', async () => {
    await expect(
      runScript([{ tools: [edit('false', 'true')] }], {
        prepare: (harness) => {
          harness.mutated = () => Promise.reject(new CatalogueError('epoch-lost'));
        },
        see: () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'epoch-lost' });
  });
});

describe('a model that misbehaves', () => {
  const cases: [string, Turns, RegExp][] = [
    [
      'an unknown tool',
      [{ tools: [{ name: 'deploy', input: {} }] }],
      /unknown-tool.*deploy.*read_file/,
    ],
    [
      'arguments of the wrong type',
      [{ tools: [{ name: 'read_file', input: { path: 7 } }] }],
      /bad-arguments.*string/s,
    ],
    [
      'an argument that is not known',
      [{ tools: [{ name: 'list_files', input: { all: true } }] }],
      /bad-arguments.*all/s,
    ],
    [
      'arguments that are no JSON',
      [{ tools: [{ name: 'read_file', input: '{"path": ' }] }],
      /bad-arguments.*JSON/,
    ],
    ['an edit that matches nothing', [{ tools: [edit('nothing', 'x')] }], /not-found/],
    ['an edit that matches twice', [{ tools: [edit('o', 'x')] }], /not-unique.*lines 1 and 1/],
    [
      'an incomplete handback',
      [{ tools: [{ name: 'hand_back', input: { found: 'x' } }] }],
      /bad-arguments.*blocked/s,
    ],
    [
      'two edits that contradict',
      [{ tools: [edit('false', 'true'), edit('false', 'null')] }],
      /not-found/,
    ],
  ];
  it.each(cases)('%s is told what is wrong and can go on', async (_name, turns, message) => {
    await runScript([...turns, done], {
      see: ({ report, requests }) => {
        expect(report).toMatchObject({ end: 'finished', turns: 2 });
        expect(toolResults(requests[1]).at(-1)).toMatch(message);
      },
    });
  });

  it('one that only talks is nudged twice, then taken at its word, which verification judges', async () => {
    await runScript([{ text: 'I am done!' }, { nonsense: true }, { text: 'Really.' }], {
      see: ({ report, requests }) => {
        expect(report).toMatchObject({ end: 'finished', turns: 3 });
        expect(requests[1]?.messages.at(-1)?.content).toMatch(/Text alone changes nothing/);
      },
    });
  });

  it('one that talks and then works is not ended', async () => {
    await runScript(
      [{ text: 'Hm.' }, { text: 'Hm.' }, { tools: [edit('false', 'true')] }, { text: 'Hm.' }, done],
      {
        see: ({ report }) =>
          expect(report).toMatchObject({ end: 'finished', turns: 5, detail: 'all green' }),
      },
    );
  });

  it('one that gives empty answers ends as failed', async () => {
    await runScript(
      { turns: [{ text: '' }], whenRunsOut: 'repeat' },
      {
        see: ({ report, requests }) => {
          expect(report).toMatchObject({ end: 'model-failed', turns: 3 });
          const said = requests.at(-1)?.messages.filter((message) => message.role === 'assistant');
          expect(said).toEqual([]);
        },
      },
    );
  });

  it('a handback ends the work', async () => {
    const input = {
      found: 'two meanings',
      blocked: 'AC-1',
      alternatives: ['one', 'two'],
      preserved: 'the worktree',
      decision: 'which',
    };
    await runScript([{ tools: [{ name: 'hand_back', input }] }], {
      see: ({ report }) => expect(report).toEqual({ end: 'handed-back', detail: 'AC-1', turns: 1 }),
    });
  });
});

describe('a provider that fails', () => {
  it('a rate limit and a server error are waited out', async () => {
    await runScript([{ error: '429' }, { error: '500' }, done], {
      see: ({ report }) => expect(report).toMatchObject({ end: 'finished', turns: 1 }),
    });
  });

  it.each(['429', '500', '400', 'drop', 'truncated'] as const)(
    'one that keeps failing with %s ends the work as failed, with the cause',
    async (error) => {
      await runScript(
        { turns: [{ tools: [edit('false', 'true')] }, { error }], whenRunsOut: 'repeat' },
        {
          patience: { retries: 0, longestWaitMs: 0 },
          see: ({ report, place }) => {
            expect(report).toMatchObject({ end: 'model-failed', turns: 1 });
            expect(report.detail).toMatch(/^openai-compatible\/scripted: ./);
            expect(place.read('src/list.js')).toContain('true');
          },
        },
      );
    },
  );
});

describe('a session', () => {
  it('goes on in the same process with what is red and with the amended contract', async () => {
    await runScript([{ tools: [edit('false', 'true')] }, done, done], {
      see: async ({ agent, harness, place, requests }) => {
        const finding = {
          criterionId: 'AC-1',
          statement: 's',
          summary: 'exit 1',
          logTail: 'boom ```',
        };
        const contract = { ...CONTRACT, version: 2, goal: 'List users as JSON lines' };
        const again = place.assignment({ contract, findings: [finding], turn: 3 });
        const report = await agent.work(again, harness);
        expect(report).toMatchObject({ end: 'finished', turns: 1 });
        const [before, now] = [requests[1]?.messages ?? [], requests[2]?.messages ?? []];
        expect(now.slice(0, before.length)).toEqual(before);
        const added = String(now.at(-1)?.content);
        expect(added).toContain('List users as JSON lines');
        expect(added).toContain('````finding\nAC-1: s\nexit 1\nboom ```\n````');
      },
    });
  });
});
