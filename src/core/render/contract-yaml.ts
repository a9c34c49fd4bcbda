import { isMap, LineCounter, parseDocument, stringify } from 'yaml';
import { CatalogueError } from '../catalogue-error.ts';
import { Contract } from '../schema/contract.ts';

/**
 * The contract as a file people read and write, in the form of seeds/3 (task_id, contract_version, … stop_if), with
 * what we add to it. A plain sentence stands where nothing more is known; otherwise the whole record.
 */
export function renderContractYaml(contract: Contract): string {
  return toYaml(contract, contract.acceptance);
}

/** The contract to look at, not to be read back: a check that serves several criteria stands with the first. */
export function renderContractOverview(contract: Contract): string {
  const shown = new Map<string, string>();
  const acceptance = contract.acceptance.map((criterion) => ({
    ...criterion,
    checks: criterion.checks.map((check) => {
      const text = stringify(check);
      const first = shown.get(text);
      if (first !== undefined) return `${check.id}, as in ${first}`;
      shown.set(text, criterion.id);
      return check;
    }),
  }));
  return toYaml(contract, acceptance);
}

type Shown = Omit<Contract['acceptance'][number], 'checks'> & { checks: unknown[] };

function toYaml(contract: Contract, acceptance: readonly Shown[]): string {
  const { schemaVersion, acceptance: _, stopRules, inScope, outOfScope, ...rest } = contract;
  return stringify(
    {
      task_id: rest.taskId,
      contract_version: rest.version,
      base_sha: rest.baseSha,
      integration_target: rest.integrationTarget,
      goal: rest.goal,
      in_scope: inScope.map(scopeEntry),
      out_of_scope: outOfScope.map(scopeEntry),
      acceptance: acceptance.map(({ id, statement, ...more }) => ({ id, statement, ...more })),
      stop_if: stopRules,
      constraints: rest.constraints,
      assumptions: rest.assumptions,
      open_questions: rest.openQuestions,
      requirements_revision: rest.requirementsRevision,
      environment: rest.environment,
      budgets: rest.budgets,
      schema_version: schemaVersion,
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

/** What a short contract, written by hand, leaves unsaid. */
export type Unsaid = Partial<
  Pick<Contract, 'baseSha' | 'requirementsRevision' | 'environment' | 'budgets'>
>;

/**
 * Reads a contract file. Sentences in place of criteria and stop rules get the next ids and no checks; a
 * `base_sha` written with an ellipsis stands for the given one if that fits.
 * @throws CatalogueError `bad-input` with line and field
 */
export function readContractYaml(
  text: string,
  unsaid: Unsaid = {},
  file = 'contract.yaml',
): Contract {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  // seeds/3 itself begins plain sentences with a backtick, which strict YAML reserves.
  const error = document.errors.find(({ code }) => code !== 'BAD_SCALAR_START');
  if (error || !isMap(document.contents)) {
    const line = error?.linePos?.[0].line ?? 1;
    throw new CatalogueError('bad-input', error?.message.split('\n')[0] ?? 'It is no mapping.', {
      place: { file, line },
    });
  }
  const json = document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
  const unknown = Object.keys(json).find((key) => !FIELDS.has(key));
  if (unknown !== undefined) {
    throw new CatalogueError('bad-input', 'This key is unknown.', {
      place: { file, field: unknown, line: lineOf([unknown]) },
    });
  }
  const parsed = Contract.safeParse(fromYaml(json, unsaid));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [field = '', ...path] = (issue?.path ?? []).map((step) =>
    typeof step === 'number' ? step : String(step),
  );
  const key = [...FIELDS].find(([, name]) => name === field)?.[0] ?? String(field);
  throw new CatalogueError('bad-input', issue?.message ?? '', {
    place: { file, field: [key, ...path].join('.'), line: lineOf([key, ...path]) },
  });

  /** Line of the deepest node on the path that stands in the file. */
  function lineOf(path: (string | number)[]): number {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: [number] } | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

/** Key in the file → field of the record. */
const FIELDS: ReadonlyMap<string, keyof Contract> = new Map([
  ['task_id', 'taskId'],
  ['contract_version', 'version'],
  ['base_sha', 'baseSha'],
  ['integration_target', 'integrationTarget'],
  ['goal', 'goal'],
  ['in_scope', 'inScope'],
  ['out_of_scope', 'outOfScope'],
  ['acceptance', 'acceptance'],
  ['stop_if', 'stopRules'],
  ['constraints', 'constraints'],
  ['assumptions', 'assumptions'],
  ['open_questions', 'openQuestions'],
  ['requirements_revision', 'requirementsRevision'],
  ['environment', 'environment'],
  ['budgets', 'budgets'],
  ['schema_version', 'schemaVersion'],
]);

function fromYaml(json: Record<string, unknown>, unsaid: Unsaid): Record<string, unknown> {
  const renamed = Object.fromEntries(
    [...FIELDS].flatMap(([key, field]) => (key in json ? [[field, json[key]]] : [])),
  );
  return {
    schemaVersion: 1,
    constraints: [],
    assumptions: [],
    openQuestions: [],
    environment: { setup: [], lockfiles: [] },
    budgets: {},
    outOfScope: [],
    stopRules: [],
    ...unsaid,
    ...renamed,
    ...('baseSha' in renamed ? { baseSha: wholeSha(renamed.baseSha, unsaid.baseSha) } : {}),
    ...each(renamed, 'inScope', (text) => ({ text, globs: [] })),
    ...each(renamed, 'outOfScope', (text) => ({ text, globs: [] })),
    ...each(renamed, 'acceptance', (statement, index) => ({
      id: `AC-${index + 1}`,
      statement,
      source: null,
      expectation: 'becomes-true',
      checks: [],
      status: 'active',
    })),
    ...each(renamed, 'stopRules', (text, index) => ({
      id: `SR-${index + 1}`,
      text,
      detector: { kind: 'open-question' },
    })),
  };
}

/** Turns the sentences of a list into records, and leaves what is one already. */
function each(
  record: Record<string, unknown>,
  field: string,
  toRecord: (sentence: string, index: number) => object,
): Record<string, unknown> {
  const list = record[field];
  if (!Array.isArray(list)) return {};
  return {
    [field]: list.map((item: unknown, index) =>
      typeof item === 'string' ? toRecord(item, index) : item,
    ),
  };
}

function scopeEntry(entry: Contract['inScope'][number]): unknown {
  return entry.globs.length === 0 ? entry.text : entry;
}

/** `8f2c...91a` stands for the given SHA that begins and ends so. */
function wholeSha(written: unknown, known: string | undefined): unknown {
  const sha = typeof written === 'number' ? String(written) : written;
  if (typeof sha !== 'string' || known === undefined) return sha;
  const [start, end, more] = sha.split(/\.\.\.|…/);
  const fits = start !== undefined && end !== undefined && more === undefined;
  return fits && known.startsWith(start) && known.endsWith(end) ? known : sha;
}
