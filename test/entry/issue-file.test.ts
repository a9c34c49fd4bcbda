import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readIssueFile } from '../../src/entry/cli/issue-context.ts';

async function read(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-issue-'));
  try {
    const file = join(directory, 'issue.md');
    await writeFile(file, text);
    const { title, body } = await readIssueFile(file);
    return { title, body };
  } finally {
    await rm(directory, { recursive: true });
  }
}

const BODY = 'The greeting must name people.';

it.each([
  ['a heading first', `# Greet\n\n${BODY}\n`],
  ['a byte order mark and CRLF', `\uFEFFGreet\r\n\r\n${BODY}\r\n`],
  ['front matter with the title', `---\ntitle: "Greet"\nlabels: [bug]\n---\n\n${BODY}\n`],
  ['front matter without a title', `---\nlabels: [bug]\n---\n\n# Greet\n\n${BODY}\n`],
  ['front matter that is a bomb', `---\na: &a [x]\nb: [*a, *a]\n---\n# Greet\n\n${BODY}\n`],
  ['front matter that is no YAML', `---\na: [\n---\n# Greet\n\n${BODY}\n`],
])('an issue in a file is its title and its body: %s', async (_, text) =>
  expect(await read(text)).toEqual({ title: 'Greet', body: BODY }),
);

it('a rule on the first line that nothing closes is no front matter', async () =>
  expect(await read(`---\n${BODY}`)).toEqual({ title: '---', body: BODY }));
