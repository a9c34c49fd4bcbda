/** How a placeholder takes the output of an earlier step (seeds/2). */
export type PlaceholderUse =
  | { take: 'whole' | 'summary' }
  | { take: 'head' | 'last'; count: number };

export interface Placeholder {
  /** As it stands in the text, like `#E1.head=200`. */
  text: string;
  /** Id of the step it names. */
  step: string;
  use: PlaceholderUse;
}

export interface PlaceholderProblem {
  code: 'unknown-modifier' | 'odd-placeholder' | 'no-output' | 'too-long';
  /** The placeholder as written. */
  text: string;
  message: string;
}

/** Digits are ASCII; what follows must end the word, so that `#E1` never touches `#E10` nor a colour like `#E1E1E1`. */
const PLACEHOLDER =
  /#(E[0-9]+)(?![\p{L}\p{N}_])((?:\.\p{L}[\p{L}\p{N}_]*(?:=-?[\p{L}\p{N}_]*(?:\.\p{N}+)?)?)*)/gu;

/** Looks like a placeholder to a person, but is written with other signs, letters or digits. */
const LOOKALIKE = /[#＃﹟][EＥЕΕ][\p{N}\p{Cf}]+/gu;

/** More text than this makes no prompt. */
const LONGEST = 400_000;

/** The placeholders of a task, in order, and what is wrong with any (C3). Linear in the text. */
export function readPlaceholders(task: string): {
  found: Placeholder[];
  problems: PlaceholderProblem[];
} {
  const found: Placeholder[] = [];
  const problems: PlaceholderProblem[] = [];
  for (const match of task.matchAll(PLACEHOLDER)) {
    const [text, step = '', modifier = ''] = match;
    const use = readUse(modifier);
    if (use) found.push({ text, step, use });
    else
      problems.push({
        code: 'unknown-modifier',
        text,
        message: `${text}: use #${step}, #${step}.summary, #${step}.head=N or #${step}.last=N.`,
      });
  }
  for (const [text] of task.matchAll(LOOKALIKE)) {
    if (!/^#E[0-9]+$/.test(text))
      problems.push({
        code: 'odd-placeholder',
        text,
        message: `${text} is no placeholder: write # and E and digits in plain ASCII.`,
      });
  }
  return { found, problems };
}

/**
 * Puts the outputs of earlier steps in. One pass: what an output contains is never read as a placeholder again. Outputs are
 * untrusted; whoever prompts with the result fences it.
 */
export function resolvePlaceholders(
  task: string,
  outputs: ReadonlyMap<string, string>,
): { text: string } | { problems: PlaceholderProblem[] } {
  const { found, problems } = readPlaceholders(task);
  const missing = found.filter(({ step }) => !outputs.has(step));
  const all = [...problems, ...missing.map(noOutput)];
  if (all.length > 0) return { problems: all };
  let length = 0;
  const text = task.replace(PLACEHOLDER, (whole, step: string, modifier: string) => {
    // Once it is too long, the rest need not be built.
    if (length > LONGEST) return '';
    const use = readUse(modifier);
    const put = use ? take(outputs.get(step) ?? '', use) : whole;
    length += put.length;
    return put;
  });
  if (length <= LONGEST) return { text };
  const message = 'The outputs put in are too long for one task: use .head=N, .last=N or .summary.';
  return { problems: [{ code: 'too-long', text: found[0]?.text ?? '', message }] };
}

function noOutput({ text, step }: Placeholder): PlaceholderProblem {
  return { code: 'no-output', text, message: `${text}: step ${step} has no output yet.` };
}

function readUse(modifier: string): PlaceholderUse | null {
  if (modifier === '') return { take: 'whole' };
  if (modifier === '.summary') return { take: 'summary' };
  const match = /^\.(head|last)=([1-9][0-9]{0,6})$/.exec(modifier);
  if (match === null) return null;
  return { take: match[1] === 'head' ? 'head' : 'last', count: Number(match[2]) };
}

function take(output: string, use: PlaceholderUse): string {
  const text = output.trim();
  switch (use.take) {
    case 'whole':
      return text;
    case 'summary':
      return (text.split('\n', 1)[0] ?? '').trim();
    case 'head': {
      const points = firstPoints(text, use.count);
      return points.length < text.length ? `${points}…` : text;
    }
    case 'last': {
      const points = [...text];
      return points.length > use.count ? `…${points.slice(-use.count).join('')}` : text;
    }
  }
}

/** The first `count` code points. */
function firstPoints(text: string, count: number): string {
  let end = 0;
  let seen = 0;
  for (const point of text) {
    if (seen === count) break;
    seen += 1;
    end += point.length;
  }
  return text.slice(0, end);
}
