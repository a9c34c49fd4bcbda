import { describe, expect, it } from 'vitest';
import { argvOf, needsNetwork } from '../../../../src/core/rules/text/command-line.ts';

describe('argvOf: a program with arguments, or nothing (threat 2)', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['$ pytest -q tests/', ['pytest', '-q', 'tests/']],
    ['go test "./cli sub"', ['go', 'test', './cli sub']],
    ["printf ''", ['printf', '']],
    ['npm test && rm -rf /', null],
    ['a | b', null],
    ['echo $(id)', null],
    ['echo `id`', null],
    ['rm *', null],
    ['A=1 npm test', null],
    ['say "unclosed', null],
    ['a\nb', null],
    ['', null],
    ['x'.repeat(501), null],
  ])('%j', (line, argv) => expect(argvOf(line)).toEqual(argv));
});

describe('needsNetwork', () => {
  it.each([
    'curl x',
    '/usr/bin/wget x',
    'npm ci',
    'pip install x',
    'go get x',
    'git push',
    'node t.js https://a.b',
  ])('%s does', (line) => expect(needsNetwork(line.split(' '))).toBe(true));
  it.each([
    'npm test',
    'npm run lint',
    'go test ./...',
    'git diff',
    'node t.js http://localhost:80/x',
  ])('%s does not', (line) => expect(needsNetwork(line.split(' '))).toBe(false));
});
