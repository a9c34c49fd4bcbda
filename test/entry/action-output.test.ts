import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

/** A runner file as the runner reads it: `name=value`, or `name<<delimiter`, lines, delimiter. */
function readRunnerFile(text: string): [string, string][] {
  const found: [string, string][] = [];
  const lines = text.split('\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    const [, name = '', delimiter] = /^([^=]*?)<<(.+)$/.exec(line) ?? [];
    if (delimiter === undefined) {
      if (line.includes('='))
        found.push([line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
      continue;
    }
    const end = lines.indexOf(delimiter);
    found.push([name, lines.slice(0, end).join('\n')]);
    lines.splice(0, end + 1);
  }
  return found;
}

const EVIL = 'value\nghadelimiter\nPATH=/tmp\nx<<EOF\n1\nEOF\n';

it('row 20: an output stays one value, whatever stands in it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'output-'));
  const file = join(directory, 'output');
  vi.stubEnv('GITHUB_OUTPUT', file);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });
  // As a careless script writes it, the value sets more than itself.
  expect(readRunnerFile(`outcome=${EVIL}`).length).toBeGreaterThan(1);
  fc.assert(
    fc.property(fc.oneof(fc.constant(EVIL), fc.string({ unit: 'binary' })), (value) => {
      writeFileSync(file, '');
      setOutput('outcome', value);
      const text = readFileSync(file, 'utf8');
      expect(readRunnerFile(text)).toEqual([['outcome', value.toWellFormed()]]);
    }),
    { numRuns: 300 },
  );
});
