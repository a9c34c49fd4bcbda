/** One thing wrong with a contract. `blocks`: no work before it is mended; `asks`: a person must say yes; `hint`: advice. */
export interface LintFinding {
  rule: LintRule;
  /** Criterion, check, stop rule or field. */
  place: string;
  message: string;
  /** How to mend it. */
  mend: string;
  severity: Severity;
}

type Severity = 'blocks' | 'asks' | 'hint';

/** Every rule of the lint: how much it can weigh, and what it says. The table of docs/contracts.md is held against it. */
export const LINT_RULES = {
  'no-criterion': rule('nothing tells when the task is complete', 'blocks'),
  'no-check': rule('nothing tells whether a criterion holds', 'blocks'),
  contradiction: rule(
    'two criteria cannot both hold: one denies the other in the same words (blocks), or they differ in an opposite, a value, a default or a bound (asks)',
    'blocks',
    'asks',
  ),
  'open-question': rule(
    'only a decision answers it (blocks), or it may be answered later (hint)',
    'blocks',
    'hint',
  ),
  'proves-nothing': rule('a command that passes or fails whatever the code does', 'blocks'),
  assumption: rule('no one wrote it in the request', 'asks'),
  unverifiable: rule(
    '“faster”, “zuverlässig”, “si nécessaire”: two people may disagree with the result before them',
    'asks',
  ),
  'only-reviewed': rule('no command can judge it', 'asks'),
  'command-from-issue': rule('it stands in the issue and runs only after approval', 'asks'),
  'needs-network': rule('a check has no network', 'asks'),
  'needs-secrets': rule('a check sees no credential', 'asks'),
  'irreversible-without-stop-rule': rule(
    'a migration, deletion, deployment or publication, and nothing says when to stop',
    'asks',
  ),
  'stop-rule-without-detector': rule(
    'no path or command tells that it is reached, and no reviewer is configured',
    'asks',
  ),
  'zero-tests': rule('a test command that passes when no test ran', 'hint'),
  'empty-scope': rule('the scope names nothing', 'hint'),
  'wide-scope': rule('the scope names everything', 'hint'),
} as const;
export type LintRule = keyof typeof LINT_RULES;

function rule(says: string, ...weights: Severity[]): { says: string; weights: Severity[] } {
  return { says, weights };
}
