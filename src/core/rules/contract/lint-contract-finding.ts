/** One thing wrong with a contract. `blocks`: no work before it is mended; `asks`: a person must say yes; `hint`: advice. */
export interface LintFinding {
  rule: string;
  /** Criterion, check, stop rule or field. */
  place: string;
  message: string;
  /** How to mend it. */
  mend: string;
  severity: 'blocks' | 'asks' | 'hint';
}
