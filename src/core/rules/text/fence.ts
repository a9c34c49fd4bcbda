/** Puts untrusted text between backtick fences longer than any run of backticks in it, so that it cannot end its own fence. */
export function fence(text: string): string {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = character === '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  const mark = '`'.repeat(Math.max(3, longest + 1));
  return `${mark}\n${text}\n${mark}`;
}
