import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MODEL_KEY_NAMES } from '../../src/adapters/model/resolve-model.ts';
import { Check } from '../../src/core/schema/check.ts';
import { Disposition } from '../../src/core/schema/disposition.ts';
import { Outcome } from '../../src/core/schema/handback.ts';
import { GUARDS } from '../explore/guards.ts';
import { blocks, pageText } from './documents.ts';
import { authorityRows, commandRows, configurationRows, lintRows, tableIn } from './tables.ts';

describe('tables of the pages agree with the code', () => {
  it('authority: verb × role', () =>
    expect(tableIn(pageText('docs/authority.md'), 'authority')).toEqual(authorityRows()));

  it('contracts: every rule of the lint', () =>
    expect(tableIn(pageText('docs/contracts.md'), 'lint')).toEqual(lintRows()));

  it('commands: every command', () =>
    expect(tableIn(pageText('docs/commands.md'), 'commands')).toEqual(commandRows()));

  it('configuration: every key with its values and default, and what it does', () => {
    const rows = tableIn(pageText('docs/configuration.md'), 'configuration');
    expect(rows.map((row) => row.slice(0, 3))).toEqual(configurationRows());
    expect(rows.filter(([, , , words = '']) => words === '')).toEqual([]);
  });

  it('publish protocol: every guard, with the file that makes it', () => {
    const page = pageText('docs/publish-protocol.md');
    const row = (number: number) =>
      page.split('\n').find((line) => line.startsWith(`| ${number} |`)) ?? '';
    for (const guard of GUARDS) expect(row(guard.number), guard.name).toContain(guard.file);
    expect(new Set(GUARDS.map(({ number }) => number)).size).toBe(8);
  });

  it('threat model: rows 1 to 30, each with a state', () => {
    const rows = pageText('docs/threat-model.md')
      .split('\n')
      .filter((line) => /^\| \d+ \|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((cells) => Number(cells[1]))).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    expect(rows.filter((cells) => !/^(?:held|partly|not yet)\b/.test(cells[6] ?? ''))).toEqual([]);
  });

  it('what proves the contracts: each promise has a test that exists, by name', () => {
    const page = pageText('docs/contracts-proved.md');
    const tables = [...page.matchAll(/^<!-- table: (\S+) -->$/gm)].map(([, name = '']) => name);
    const rows = tables.flatMap((name) => tableIn(page, name));
    expect(rows.length).toBe((page.match(/^\| /gm) ?? []).length - tables.length);
    for (const [promise, cell = ''] of rows) {
      const proofs = [...cell.matchAll(/`([^`]+)`(?: "([^"]+)")?(?:, |$)/g)];
      expect(proofs.map(([whole]) => whole).join(''), promise).toBe(cell);
      for (const [, file = '', name] of proofs) {
        const isTest = file.startsWith('test/') && name !== undefined;
        expect(isTest || file.startsWith('examples/scenarios/'), `${promise}: ${file}`).toBe(true);
        expect(readFileSync(file, 'utf8'), `${promise}: ${file}`).toContain(name ?? 'name:');
      }
    }
  });

  it('threat model: every attack is tried by the test that is named, and rows 13 to 24 and 30 have one', () => {
    const rows = tableIn(pageText('docs/threat-model.md'), 'attacks');
    for (const [attack, , , cell = ''] of rows) {
      const [, file = '', name = ''] = /^`([^`]+)` "(.+)"$/.exec(cell) ?? [];
      expect(readFileSync(file, 'utf8'), `${attack}: ${cell}`).toContain(name);
    }
    const covered = new Set(rows.map(([, row]) => Number(row)));
    expect([13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 30].filter((n) => !covered.has(n))).toEqual(
      [],
    );
  });

  it('threat model: every file and test of a row exists', () => {
    const rows = pageText('docs/threat-model.md').match(/^\| \d+ \|.*$/gm) ?? [];
    const named = rows.flatMap(
      (line) => line.match(/(?<=`)(?:src|test|scripts|examples)\/[^`]+/g) ?? [],
    );
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('sandbox: the step for hosted runners is the one of the example workflow', () => {
    const [step = ''] = blocks(pageText('docs/sandbox.md'), 'yaml')
      .map((lines) => lines.join('\n'))
      .filter((text) => text.includes('apparmor'));
    const [told] = parse(step) as { name: string; run: string }[];
    const { jobs } = parse(readFileSync('examples/workflows/contractor.yml', 'utf8'));
    const steps: { name: string; run?: string }[] = jobs.look.steps;
    expect(steps.find(({ name }) => name === told?.name)?.run).toBe(told?.run);
  });

  it('how it works: every outcome and every disposition', () => {
    const page = pageText('docs/how-it-works.md');
    for (const outcome of Outcome.options) expect(page).toContain(`\`${outcome}\``);
    for (const name of Disposition.shape.outcome.options)
      expect(page).toMatch(new RegExp(`^\\| ${name.replaceAll('-', ' ')}`, 'm'));
  });

  it('evidence: every kind of check', () => {
    const page = pageText('docs/evidence.md');
    for (const option of Check.options)
      expect(page).toContain(`| \`${option.shape.kind.value}\` |`);
  });

  it('configuration: every model key', () => {
    for (const name of MODEL_KEY_NAMES) expect(pageText('docs/configuration.md')).toContain(name);
  });
});
