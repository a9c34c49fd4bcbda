import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CatalogueError } from '../../../src/core/catalogue-error.ts';
import {
  readContractYaml,
  renderContractOverview,
  renderContractYaml,
} from '../../../src/core/render/contract-yaml.ts';
import { Contract } from '../../../src/core/schema/contract.ts';
import { BASE, CONTRACT } from './example.ts';

const CA_203 = `
task_id: CA-203
contract_version: 1
base_sha: 8f2c...91a
integration_target: main

goal:
  acme users list --json emits a documented JSON representation

in_scope:
  - command parser
  - output serialization
  - CLI tests
  - flag documentation

out_of_scope:
  - changing the default text output
  - changing the remote API protocol
  - upgrading dependencies without a demonstrated need

acceptance:
  - \`acme users list\` preserves its existing behavior
  - \`acme users list --json\` emits valid JSON with the documented schema
  - invalid flag combinations follow the CLI's existing error convention
  - focused tests and the relevant integration suite pass

stop_if:
  - the public schema requires a product decision the contract does not resolve
`;
const UNSAID = { baseSha: BASE, requirementsRevision: CONTRACT.requirementsRevision };

function errorOf(text: string): CatalogueError | null {
  try {
    readContractYaml(text, UNSAID);
    return null;
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
}

describe('readContractYaml', () => {
  it('D2 reads the founding document’s contract as it is printed', () => {
    const contract = readContractYaml(CA_203, UNSAID);
    expect(contract).toMatchObject({
      taskId: 'CA-203',
      version: 1,
      baseSha: BASE,
      goal: 'acme users list --json emits a documented JSON representation',
      outOfScope: [{ text: 'changing the default text output', globs: [] }, {}, {}],
      stopRules: [{ id: 'SR-1', detector: { kind: 'open-question' } }],
    });
    expect(contract.acceptance.map(({ id, statement }) => `${id} ${statement}`)).toEqual([
      'AC-1 `acme users list` preserves its existing behavior',
      'AC-2 `acme users list --json` emits valid JSON with the documented schema',
      "AC-3 invalid flag combinations follow the CLI's existing error convention",
      'AC-4 focused tests and the relevant integration suite pass',
    ]);
    expect(readContractYaml(renderContractYaml(contract))).toEqual(contract);
  });

  it('D2 reads back what it wrote', () => {
    expect(readContractYaml(renderContractYaml(CONTRACT))).toEqual(CONTRACT);
  });

  it('reads back any words, scope and version', () => {
    const words = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .map((t) => t.toWellFormed());
    const scope = fc.array(fc.record({ text: words, globs: fc.array(words, { maxLength: 2 }) }), {
      maxLength: 3,
    });
    const changed = fc.record({
      taskId: words,
      version: fc.integer({ min: 1, max: 1e9 }),
      integrationTarget: words,
      goal: words,
      inScope: scope,
      outOfScope: scope,
      constraints: fc.array(words, { maxLength: 3 }),
      assumptions: fc.array(words, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(changed, words, (fields, statement) => {
        const acceptance = CONTRACT.acceptance.map((each) => ({ ...each, statement }));
        const contract = Contract.parse({ ...CONTRACT, ...fields, acceptance });
        expect(readContractYaml(renderContractYaml(contract))).toEqual(contract);
      }),
    );
  });

  it.each([
    ['an unknown key', CA_203.replace('stop_if:', 'stop_when:'), 28, 'stop_when'],
    ['a wrong version', CA_203.replace('version: 1', 'version: one'), 3, 'contract_version'],
    ['a SHA that fits no base', CA_203.replace('8f2c...91a', 'ffff...fff'), 4, 'base_sha'],
    [
      'a criterion without statement',
      CA_203.replace(/ {2}- invalid flag.*/, '  - id: AC-3'),
      24,
      'acceptance.2',
    ],
    ['a key twice', `${CA_203}task_id: other\n`, 29, undefined],
    ['a torn line', CA_203.replace('goal:', 'goal: ['), 10, undefined],
    ['a list', '- a\n', 1, undefined],
    ['nothing', '', 1, undefined],
  ])('names line and field of %s', (_name, text, line, field) => {
    const error = errorOf(text);
    expect(error?.code).toBe('bad-input');
    expect(error?.place).toMatchObject({ file: 'contract.yaml' });
    if (field) expect(error?.place?.field?.startsWith(field)).toBe(true);
    expect(error?.place?.line).toBe(line);
  });

  it('row 12: does not expand aliases', () => {
    const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`;
    expect(() => readContractYaml(bomb)).toThrow();
  });
});

it('shows a check that serves several criteria once, and names where', () => {
  const [first] = CONTRACT.acceptance;
  const [check] = first?.checks ?? [];
  if (!first || !check) throw new TypeError('the example has a check');
  const another = { ...check, id: 'CK-9' };
  const acceptance = [
    { ...first, id: 'AC-1', checks: [check] },
    { ...first, id: 'AC-2', checks: [another, check] },
    { ...first, id: 'AC-3', checks: [{ ...another, cwd: 'elsewhere' }, another] },
  ] as Contract['acceptance'];
  const shown = parse(renderContractOverview({ ...CONTRACT, acceptance }));
  expect(shown.acceptance.map(({ checks }: { checks: unknown }) => checks)).toEqual([
    [expect.objectContaining({ id: check.id })],
    [expect.objectContaining({ id: 'CK-9' }), `${check.id}, as in AC-1`],
    [expect.objectContaining({ id: 'CK-9', cwd: 'elsewhere' }), 'CK-9, as in AC-2'],
  ]);
});
