import type { Check } from '../../schema/check.ts';

/**
 * A drafter writes `pytest` or `python`, as people do; the set-up put both elsewhere. The command that means the same
 * in this repository, told from its own checks (`.venv/bin/python -m pytest`, `uv run … pytest`): they are the ones
 * that were found to run.
 */
export function inRepositoryToolchain(argv: readonly string[], own: readonly Check[]): string[] {
  const [program = '', ...rest] = argv;
  const run = own.map(prefixesOf).find((prefixes) => prefixes !== null);
  if (!run) return [...argv];
  if (PYTHON.test(program)) return [...run.python, ...rest];
  return PYTEST.test(program) ? [...run.pytest, ...rest] : [...argv];
}

const PYTHON = /^python3?$/;
const PYTEST = /^(?:pytest|py\.test)$/;

interface Prefixes {
  python: readonly string[];
  pytest: readonly string[];
}

function prefixesOf(check: Check): Prefixes | null {
  if (!('argv' in check) || check.cwd !== '.') return null;
  const [program = '', verb = ''] = check.argv;
  if (program === '.venv/bin/python')
    return { python: [program], pytest: [program, '-m', 'pytest'] };
  if (!['uv', 'poetry'].includes(program) || verb !== 'run') return null;
  const end = check.argv.findIndex((word, at) => at > 1 && !word.startsWith('-'));
  const prefix = check.argv.slice(0, end < 0 ? undefined : end);
  return { python: [...prefix, 'python'], pytest: [...prefix, 'pytest'] };
}
