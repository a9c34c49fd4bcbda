import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverChecks } from '../../../../src/core/rules/discovery/discover-checks.ts';
import { discoverEnvironment } from '../../../../src/core/rules/discovery/discover-environment.ts';
import { filesToRead } from '../../../../src/core/rules/discovery/files-to-read.ts';
import { Check } from '../../../../src/core/schema/check.ts';
import { Configuration } from '../../../../src/core/schema/configuration.ts';
import { Environment } from '../../../../src/core/schema/contract.ts';
import { REPOSITORIES } from './discovery.repositories.ts';

const asFiles = (files: Record<string, string>) => ({
  paths: Object.keys(files),
  read: (path: string) => files[path] ?? null,
});
const show = ({ cwd, argv }: { cwd: string; argv: string[] }) => `${cwd}: ${argv.join(' ')}`;

describe('discoverEnvironment', () => {
  it.each(REPOSITORIES)('knows how to set up $what', ({ files, setup, lockfiles, notes }) => {
    const found = discoverEnvironment(asFiles(files));
    expect(found.environment.setup.map(show)).toEqual(setup);
    if (lockfiles) expect(found.environment.lockfiles).toEqual(lockfiles);
    if (notes) expect(found.notes).toEqual(notes);
    expect(Environment.parse(found.environment)).toEqual(found.environment);
  });

  it('takes the steps and variables of the configuration instead', () => {
    const configuration = Configuration.parse({
      environment: { setup: [['make', 'deps']], variables: { A: '1' } },
    });
    const { environment } = discoverEnvironment(
      asFiles({ 'package.json': '{"dependencies":{"a":"1"}}', 'package-lock.json': '{}' }),
      configuration,
    );
    expect(environment.setup.map(show)).toEqual(['.: make deps']);
    expect(environment.variables).toEqual({ A: '1' });
    expect(environment.lockfiles).toEqual(['package-lock.json']);
  });

  it('takes the constants that CI sets where it runs the suite, and nothing of the place it runs in', () => {
    const { environment } = discoverEnvironment(
      asFiles({
        'package.json': '{"scripts":{"test":"jest"}}',
        '.github/workflows/ci.yml': [
          'on: push',
          'env: {ALL: 1, FORCE_COLOR: 1, TOKEN: "$\x7b{ secrets.TOKEN }}"}',
          'jobs:',
          '  lint: {env: {LINT: x}, steps: [{run: npm run lint}]}',
          '  test:',
          '    env: {SKIP_DOWNLOAD: "true", PATH: /evil, GITHUB_TOKEN: x, "a b": x, CI: "0"}',
          '    steps: [{run: npm test, env: {STEP: yes, ALL: 2}}]',
        ].join('\n'),
      }),
    );
    expect(environment.variables).toEqual({ ALL: '2', SKIP_DOWNLOAD: 'true', STEP: 'yes' });
  });

  it('lets the configuration say that nothing is to be installed', () => {
    const configuration = Configuration.parse({ environment: { setup: [] } });
    const files = asFiles({ 'package.json': '{"dependencies":{"a":"1"}}' });
    expect(discoverEnvironment(files, configuration).environment.setup).toEqual([]);
  });
});

describe('discoverChecks', () => {
  it('says of a check that CI runs it too', () => {
    const found = discoverChecks(
      asFiles({
        'package.json': '{"scripts":{"test":"node --test"}}',
        '.github/workflows/ci.yml': 'on: pull_request\njobs: {a: {steps: [{run: npm test}]}}',
      }),
    );
    expect(found.checks).toHaveLength(1);
    expect(found.guard?.why).toContain('.github/workflows/ci.yml runs it for every change');
  });

  it.each(REPOSITORIES)('knows what checks $what', ({ files, checks }) => {
    const found = discoverChecks(asFiles(files));
    const shown = found.checks.map(
      (check) => `${show(check)} (${check.kind === 'command' ? check.minimumTests : '-'})`,
    );
    expect(shown).toEqual(checks);
    expect(found.guard).toEqual(found.checks[0] ?? null);
    for (const check of found.checks) {
      expect(Check.parse(check)).toEqual(check);
      expect(check.origin).toBe('discovered');
      expect(check.why).not.toBe('');
    }
  });

  it('takes the commands of the configuration instead', () => {
    const configuration = Configuration.parse({
      checks: [
        ['make', 'verify'],
        ['make', 'lint'],
      ],
    });
    const { checks, guard } = discoverChecks(
      asFiles({ 'package.json': '{"scripts":{"test":"jest"}}' }),
      configuration,
    );
    expect(checks.map(show)).toEqual(['.: make verify', '.: make lint']);
    expect(checks.map(({ id, origin }) => [id, origin])).toEqual([
      ['CK-1', 'configuration'],
      ['CK-2', 'configuration'],
    ]);
    expect(guard).toEqual(checks[0]);
  });

  it('has no guard where only linters are known', () => {
    const files = asFiles({ 'package.json': '{"scripts":{"lint":"eslint ."}}' });
    expect(discoverChecks(files).guard).toBeNull();
  });
});

const NAMES = [...new Set(REPOSITORIES.flatMap(({ files }) => Object.keys(files)))];

describe('whatever the repository holds', () => {
  it('takes any text in any manifest', () => {
    const files = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(fc.string(), fc.json()));
    fc.assert(
      fc.property(files, (some) => {
        Environment.parse(discoverEnvironment(asFiles(some)).environment);
        for (const check of discoverChecks(asFiles(some)).checks) Check.parse(check);
      }),
    );
  });

  it.each(REPOSITORIES)('names beforehand what it will read in $what', ({ files }) => {
    const read: string[] = [];
    const files2 = {
      paths: Object.keys(files),
      read: (path: string) => {
        read.push(path);
        return files[path] ?? null;
      },
    };
    discoverEnvironment(files2);
    discoverChecks(files2);
    const announced = filesToRead(Object.keys(files));
    expect(read.filter((path) => !announced.includes(path))).toEqual([]);
  });
});
