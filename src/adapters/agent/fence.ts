/**
 * Encloses text as data: a fence of backticks longer than any run of them in the text, so that nothing inside can
 * close it. Deterministic, so that the same contract gives the same bytes (prompt cache).
 */
export function fence(label: string, text: string): string {
  let longest = 2;
  let run = 0;
  for (const character of text) {
    run = character === '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  const bar = '`'.repeat(longest + 1);
  return `${bar}${label}\n${text}\n${bar}`;
}
