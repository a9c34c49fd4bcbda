import { describe, expect, it } from 'vitest';
import { ModelScript, type ModelScriptInput } from '../../../src/simulate/model/script.ts';
import {
  type ScriptedModelOptions,
  startScriptedModel,
} from '../../../src/simulate/model/scripted-model.ts';

type Chat = Record<string, unknown>;
const user = (content: string) => ({ role: 'user', content });
const question = (name: string): Chat => ({
  response_format: { type: 'json_schema', json_schema: { name, schema: {} } },
});

/** Sends the requests one after the other, and gives back what came. */
async function converse(
  script: ModelScriptInput,
  chats: Chat[],
  options: ScriptedModelOptions = {},
) {
  await using server = await startScriptedModel(script, options);
  const answers = [];
  for (const chat of chats) {
    const body = JSON.stringify({ model: 'scripted', messages: [user('go on')], ...chat });
    const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body });
    answers.push({ status: response.status, text: await response.text() });
  }
  return { answers, requests: server.requests };
}

const said = (text: string | undefined) => JSON.parse(text ?? '').choices[0].message;

describe('the scripted model', () => {
  it('tells what it is asked for by the schema’s name, and keeps a place in each list', async () => {
    const draft = { goal: 'one', acceptance: [] };
    const verdict = { verdict: 'fail' as const, reasons: ['no'] };
    const script = {
      drafts: [draft, { ...draft, goal: 'two' }],
      reviews: [verdict],
      turns: [{ text: 'hi' }],
    };
    const chats = [
      question('draft'),
      {},
      question('review'),
      question('draft'),
      question('review'),
    ];
    const { answers, requests } = await converse(script, chats);
    const contents = answers.map(({ text }) => said(text).content);
    expect(JSON.parse(contents[0])).toMatchObject({ goal: 'one', inScope: [], openQuestions: [] });
    expect(contents[1]).toBe('hi');
    expect(JSON.parse(contents[2])).toEqual(verdict);
    expect(JSON.parse(contents[3])).toMatchObject({ goal: 'two' });
    expect(JSON.parse(contents[4])).toEqual(verdict);
    expect(requests.map(({ purpose, turn }) => [purpose, turn])).toEqual([
      ['draft', null],
      ['work', 1],
      ['review', null],
      ['draft', null],
      ['review', null],
    ]);
  });

  it('fails clearly when a list has run out', async () => {
    const { answers } = await converse({}, [question('draft')]);
    expect(answers[0]).toMatchObject({
      status: 400,
      text: expect.stringContaining('no more drafts'),
    });
  });

  it.each([
    ['done', 200, 'done'],
    ['repeat', 200, 'look'],
    ['error', 400, 'no turn 2'],
  ] as const)('after the last turn: %s', async (whenRunsOut, status, words) => {
    const script = { turns: [{ tools: [{ name: 'look' }] }], whenRunsOut };
    const { answers } = await converse(script, [{}, {}]);
    expect(answers[1]).toMatchObject({ status, text: expect.stringContaining(words) });
  });

  it('fills in the last checkpoint and evidence that the request shows', async () => {
    const input = {
      items: [{ evidence: '$checkpoint' }, { evidence: '$evidence' }],
      why: '$other',
    };
    const script = { turns: [{ tools: [{ name: 'write_plan', input }] }] };
    const messages = [user('CP-1 EV-9 CP-12'), user('EV-10 and CP-3')];
    const { answers } = await converse(script, [{ messages }]);
    const sent = JSON.parse(said(answers[0]?.text).tool_calls[0].function.arguments);
    expect(sent).toEqual({ items: [{ evidence: 'CP-3' }, { evidence: 'EV-10' }], why: '$other' });
  });

  it('sends arguments given as text as they are', async () => {
    const script = { turns: [{ tools: [{ name: 'x', input: '{"a": ' }] }] };
    const { answers } = await converse(script, [{}]);
    expect(said(answers[0]?.text).tool_calls[0].function.arguments).toBe('{"a": ');
  });

  it('streams when asked to', async () => {
    const script = { turns: [{ text: 'hi', tools: [{ name: 'x', input: { a: 1 } }] }] };
    const { answers } = await converse(script, [{ stream: true }]);
    const events = (answers[0]?.text ?? '')
      .trim()
      .split('\n\n')
      .map((line) => line.slice(6));
    expect(events.at(-1)).toBe('[DONE]');
    const [delta, end, usage] = events.slice(0, -1).map((event) => JSON.parse(event));
    expect(delta.choices[0].delta).toMatchObject({
      content: 'hi',
      tool_calls: [{ index: 0, id: 'call-1-1' }],
    });
    expect(end.choices[0].finish_reason).toBe('tool_calls');
    expect(usage.usage.prompt_tokens).toBeGreaterThan(0);
  });

  it('counts tokens the same way each time, and what the last request shares as cached', async () => {
    const one = { messages: [user('a'.repeat(400))] };
    const two = { messages: [...one.messages, user('b')] };
    const turns = { turns: [{ text: 'x' }, { text: 'x' }] };
    const [first, again] = [await converse(turns, [one, two]), await converse(turns, [one, two])];
    expect(first.requests).toEqual(again.requests);
    const [a, b] = first.requests;
    expect(a?.usage.cached_tokens).toBe(0);
    expect(b?.usage.cached_tokens).toBe(a?.usage.prompt_tokens);
  });

  it('waits at a named moment before each turn', async () => {
    const moments: number[] = [];
    const beforeTurn = async (turn: number) => void moments.push(turn);
    await converse({ turns: [{ text: 'x' }] }, [{}, question('review'), {}], { beforeTurn });
    expect(moments).toEqual([1, 2]);
  });

  it.each([
    ['what is no request', { messages: [] }],
    ['what has no messages', { messages: null }],
  ])('refuses %s', async (_name, chat) => {
    const { answers, requests } = await converse({}, [chat]);
    expect(answers[0]?.status).toBe(400);
    expect(requests).toEqual([]);
  });
});

describe('a script', () => {
  it.each([
    ['an unknown key', { turn: [] }],
    ['an empty turn', { turns: [{}] }],
    ['an answer that is also a failure', { turns: [{ text: 'x', error: '429' }] }],
    ['an unknown failure', { turns: [{ error: '418' }] }],
    ['a draft without a goal', { drafts: [{ acceptance: [] }] }],
    ['a verdict that is none', { reviews: [{ verdict: 'maybe', reasons: ['x'] }] }],
  ])('with %s is refused', (_name, script) => {
    expect(ModelScript.safeParse(script).success).toBe(false);
  });
});
