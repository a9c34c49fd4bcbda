import { describe, expect, it } from 'vitest';
import { parseCommands, parseComment } from '../../../../src/core/rules/request/commands.ts';

describe('one command', () => {
  it.each([
    ['/contract', { name: 'start' }],
    ['/contract start', { name: 'start' }],
    ['/CONTRACT Preview', { name: 'preview' }],
    ['  /contract status please', { name: 'status' }],
    ['/contract resume', { name: 'resume', nodes: [] }],
    ['/contract resume, please', { name: 'resume', nodes: [] }],
    ['/contract resume B, E10 B 7 #x', { name: 'resume', nodes: ['B', 'E10'] }],
    ['/contract stop', { name: 'stop' }],
    ['/contract verify', { name: 'verify' }],
    ['/contract help', { name: 'help' }],
    ['/contract plan', { name: 'plan', form: 'arm', text: '' }],
    ['/contract plan split the parser', { name: 'plan', form: 'inline', text: 'split the parser' }],
    ['/contract plan agent x', { name: 'plan', form: 'agent', text: 'x' }],
    ['/contract plan Coder x', { name: 'plan', form: 'coder', text: 'x' }],
    ['/contract plan preview x', { name: 'plan', form: 'preview', text: 'x' }],
    ['/contract plan dry x', { name: 'plan', form: 'dry', text: 'x' }],
    ['/contract approve', { name: 'approve', hash: null }],
    ['/contract approve ABCDEF12', { name: 'approve', hash: 'abcdef12' }],
    ['/contract approve `abcdef12`', { name: 'approve', hash: 'abcdef12' }],
    ['/contract approve, thanks', { name: 'approve', hash: null }],
    ['/contract stop.', { name: 'stop' }],
    ['/contract approve this one', { name: 'approve', hash: null }],
    ['/contract decide 2', { name: 'decide', choice: 2, question: null }],
    ['/contract decide q-3 1.', { name: 'decide', choice: 1, question: 'Q-3' }],
    ['/contract decide', { name: 'unknown', word: 'decide' }],
    ['/contract decide 0', { name: 'unknown' }],
    ['/contract replan wrong module', { name: 'replan', reason: 'wrong module' }],
    ['/contract amend', { name: 'unknown', word: 'amend' }],
    ['/contract amend it prints JSON', { name: 'amend', text: 'it prints JSON' }],
    ['/contract ammend it prints JSON', { name: 'unknown', word: 'ammend' }],
  ])('%s', (text, expected) => expect(parseCommands(text)).toMatchObject([expected]));
});

describe('what commands nothing', () => {
  it.each([
    ['a quote', '> /contract stop'],
    ['a quote in a list', '- > /contract stop'],
    ['a fence', '```\n/contract stop\n```'],
    ['indented code', 'x\n\n    /contract stop'],
    ['inline code', '`/contract stop`'],
    ['the middle of a sentence', 'Write /contract stop to stop.'],
    ['another word', '/contractor stop'],
    ['an HTML comment (threat 9)', '<!--\n/contract stop\n-->'],
    ['collapsed details', '<details>\n\n/contract stop\n\n</details>'],
  ])('%s', (_, text) => expect(parseCommands(text)).toEqual([]));
});

describe('a whole comment', () => {
  it('may hold several commands; the rest is kept as text', () => {
    const parsed = parseComment(
      'Hi!\n/contract replan too broad\n\nIt must sort.\r\n/contract status',
    );
    expect(parsed.commands.map((command) => command.name)).toEqual(['replan', 'status']);
    expect(parsed.rest).toBe('Hi!\n\n\nIt must sort.');
  });

  it('gives an amendment the lines up to the next blank one', () => {
    const { commands, rest } = parseComment('/contract amend\n\n- one\n- two\n\nThanks!');
    expect(commands).toMatchObject([{ name: 'amend', text: '- one\n- two' }]);
    expect(rest).toBe('Thanks!');
  });

  it('ends an amendment at the next command', () => {
    const names = parseCommands('/contract amend a\nb\n/contract approve').map((c) => c.raw);
    expect(names).toEqual(['/contract amend a\nb', '/contract approve']);
  });

  it('reads a bounded number of commands (threat 11)', () =>
    expect(parseCommands('/contract status\n'.repeat(1000))).toHaveLength(20));
});

describe('where the block structure decides', () => {
  it.each([
    ['a fence deep in a list', '- a\n  - b\n\n    ```\n/contract stop\n    ```\n', 1],
    ['a fence in a list item', '1. a\n\n   ```\n   /contract stop\n   ```', 0],
    ['lazy continuation of a quote', '> he said\n/contract stop', 0],
    ['code by indentation', 'a\n\n    /contract stop', 0],
    ['the end of a quote', '> he said\n\n/contract stop', 1],
  ])('%s', (_, text, count) => expect(parseCommands(text)).toHaveLength(count));
});
