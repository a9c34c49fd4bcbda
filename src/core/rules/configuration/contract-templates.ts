import type { Check } from '../../schema/check.ts';
import type { Configuration, ContractTemplate } from '../../schema/configuration.ts';
import type { Contract } from '../../schema/contract.ts';
import { checkIdentity, idsAfter } from '../contract/assemble-contract-ids.ts';

/** The templates of an issue’s labels, in the order of the configuration. */
function templatesFor(
  { templates }: Pick<Configuration, 'templates'>,
  labels: readonly string[],
): { label: string; template: ContractTemplate }[] {
  const worn = new Set(labels.map((label) => label.toLowerCase()));
  return Object.entries(templates)
    .filter(([label]) => worn.has(label.toLowerCase()))
    .map(([label, template]) => ({ label, template }));
}

/** The configuration as it is for an issue with these labels: approval can only become stricter. */
export function configurationFor(
  configuration: Configuration,
  labels: readonly string[],
): Configuration {
  const strict = templatesFor(configuration, labels).some(
    ({ template }) => template.approval === 'required',
  );
  return strict ? { ...configuration, approval: 'required' } : configuration;
}

/**
 * Adds to a freshly drafted contract what its labels’ templates ask for. Nothing is taken away, and what the contract
 * says already is not said twice.
 */
export function applyTemplates(
  contract: Contract,
  configuration: Pick<Configuration, 'templates'>,
  labels: readonly string[],
): Contract {
  return templatesFor(configuration, labels).reduce(
    (so, { label, template }) => withTemplate(so, label, template),
    contract,
  );
}

function withTemplate(contract: Contract, label: string, template: ContractTemplate): Contract {
  const ids = idsAfter(contract);
  const absent = <T extends { text: string }>(there: readonly T[], more: readonly T[]) =>
    more.filter(({ text }) => !there.some((each) => each.text === text));
  const known = new Set(
    contract.acceptance.flatMap(({ checks }) => checks.flatMap((c) => commandLine(c) ?? [])),
  );
  const checks = template.checks
    .filter((argv) => !known.has(argv.join('\0')))
    .map((argv): Check => {
      const check = checkOf(argv, label);
      const id = ids.checkIds.get(checkIdentity(check)) ?? ids.nextCheck();
      return { ...check, id };
    });
  const stopRules = template.stopRules
    .filter(({ text }) => !contract.stopRules.some((rule) => rule.text === text))
    .map(({ text, globs }) => ({
      id: ids.nextStopRule(),
      text,
      detector: { kind: 'path-touched' as const, globs },
    }));
  return {
    ...contract,
    constraints: [
      ...contract.constraints,
      ...template.constraints.filter((text) => !contract.constraints.includes(text)),
    ],
    outOfScope: [...contract.outOfScope, ...absent(contract.outOfScope, template.outOfScope)],
    stopRules: [...contract.stopRules, ...stopRules],
    acceptance:
      checks.length === 0
        ? contract.acceptance
        : [
            ...contract.acceptance,
            {
              id: ids.nextCriterion(),
              statement: `The checks pass that the label "${label}" asks for.`,
              source: null,
              expectation: 'stays-true',
              checks,
              status: 'active',
              supersededBy: null,
              guard: true,
            },
          ],
  };
}

const commandLine = (check: Check): string | null =>
  'argv' in check ? check.argv.join('\0') : null;

const checkOf = (argv: string[], label: string): Check => ({
  kind: 'command',
  id: 'CK-1',
  why: `.github/contractor.yml asks for it on issues labelled "${label}".`.slice(0, 500),
  origin: 'configuration',
  argv,
  cwd: '.',
  timeoutSeconds: 300,
  inputs: [],
  expectedExit: 0,
  minimumTests: 0,
  oracle: [],
});
