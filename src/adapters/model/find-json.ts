/**
 * The JSON value in a model's answer: the whole text, else what stands in a code fence, else from the first
 * brace to the last. Undefined when there is none. Linear: each try looks at the text once.
 */
export function findJson(text: string): unknown {
  for (const candidate of candidates(text)) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next reading may be the right one.
    }
  }
  return undefined;
}

function* candidates(text: string): Generator<string> {
  yield text;
  const fence = text.indexOf('```');
  if (fence >= 0) {
    const start = text.indexOf('\n', fence);
    const end = text.indexOf('```', fence + 3);
    if (start >= 0 && end > start) yield text.slice(start, end);
  }
  const open = text.indexOf('{');
  const close = text.lastIndexOf('}');
  if (open >= 0 && close > open) yield text.slice(open, close + 1);
}
