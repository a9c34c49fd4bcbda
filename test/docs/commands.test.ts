import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../src/simulate/github/embedded-github.ts';
import { blocks, commandsOf, PAGES, pageText } from './documents.ts';

const CLI = `${JSON.stringify(process.execPath)} src/entry/cli.ts`;
const DEMO = 'examples/scenarios/users-list-json.yaml';
const SMALL = blocks(pageText('docs/scenarios.md'), 'yaml scenario')[0] ?? [];
const packageScripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<
  string,
  string
>;

/** What the commands of the pages are run on: all that a reader would have. */
interface Place {
  /** Stands in for demo-out/. */
  out: string;
  /** A clone whose origin holds the ledger of issue 1. */
  clone: string;
  small: string;
  /** The same, asked for by somebody without the right: nothing happens, soon. */
  quick: string;
  github: EmbeddedGitHub;
}

interface Rule {
  pattern: RegExp;
  /** Looks only: the file or script is there. For what installs, takes long, or would run this very test again. */
  listed?: (command: string) => void;
  /** The command as it is run here. */
  run?: (command: string, place: Place) => { command: string; cwd?: string; says: RegExp };
}

const npmScript = (command: string) => {
  const name = /^npm run ([\w:]+)$/.exec(command)?.[1] ?? command.replace(/^npm /, '');
  expect(Object.keys(packageScripts)).toContain(name);
  const file = /^node (\S+)/.exec(packageScripts[name] ?? '')?.[1];
  if (file) accessSync(file);
};
const contractor = (command: string) => command.replace(/^npm run contractor --/, CLI);
const onGitHub =
  (says: RegExp): NonNullable<Rule['run']> =>
  (command, { github, out }) => ({
    command: `GITHUB_TOKEN=${github.token()} ${contractor(command).replace(/owner\/repository#\d+/, 'acme/app#1')} \
--api-url ${github.apiUrl} --server-url ${github.origin} --state-directory ${join(out, 'state')}`,
    says,
  });

/** Every command of every page fits exactly one of these. */
const RULES: Rule[] = [
  { pattern: /^npm (?:ci|cit)$/, listed: () => accessSync('package-lock.json') },
  { pattern: /^npm test$/, listed: npmScript },
  { pattern: /^PROPERTY_SEED=random npm test$/, listed: () => npmScript('npm test') },
  { pattern: /^npm run (?!contractor\b)[\w:]+$/, listed: npmScript },
  { pattern: /^\.ci\/run$/, listed: (command) => accessSync(command, constants.X_OK) },
  {
    pattern: /^node_modules\/\.bin\/node scripts\/release\.ts$/,
    listed: (command) => accessSync(command.split(' ')[1] ?? ''),
  },
  {
    // Run by live-smoke.test.ts, with these options.
    pattern:
      /^GITHUB_TOKEN=… node_modules\/\.bin\/node scripts\/live-smoke\.ts --repository owner\/name --yes$/,
    listed: () => accessSync('scripts/live-smoke.ts'),
  },
  {
    pattern: /^npm run contractor -- --help$/,
    run: (command) => ({ command: contractor(command), says: /simulate/ }),
  },
  {
    pattern: /^npm run contractor -- simulate \S+$/,
    // The example of docs/scenarios.md, whole: it must end as it says.
    run: (command, { small }) => ({
      command: contractor(command).replace(DEMO, small),
      says: /As expected/,
    }),
  },
  {
    pattern: /^npm run contractor -- simulate \S+ --json$/,
    run: (command, { quick }) => ({
      command: contractor(command).replace(DEMO, quick),
      says: /"outcome": "nothing-to-do"/,
    }),
  },
  {
    pattern: /^npm run contractor -- simulate \S+ --out \S+$/,
    // Ran before everything else: what follows stands on its result.
    run: (command, { out }) => ({ command: `ls ${out} && : ${command}`, says: /completion\.json/ }),
  },
  {
    pattern: /^npm run contractor -- audit demo-out\/completion\.json/,
    run: (command, { out }) => ({
      command: contractor(command).replaceAll('demo-out', out),
      says: command.includes('--rerun') ? /verified/i : /consistent/i,
    }),
  },
  {
    pattern: /^npm run contractor -- lint examples\/\S+$/,
    run: (command) => ({ command: contractor(command), says: /3 criteria, 0 findings/ }),
  },
  {
    pattern: /^npm run contractor -- preview examples\/\S+ --repository \.$/,
    run: (command) => ({ command: contractor(command), says: /id: AC-3/ }),
  },
  { pattern: /^npm run contractor -- preview owner\//, run: onGitHub(/AC-1/) },
  { pattern: /^npm run contractor -- run /, run: onGitHub(/handed-back|awaiting-approval/) },
  {
    pattern: /^npm run contractor -- checkpoint list /,
    run: onGitHub(/There are no checkpoints/),
  },
  { pattern: /^npm run contractor -- status /, run: onGitHub(/acme\/app#1/) },
  {
    pattern: /^git /,
    run: (command, { clone }) => ({
      command: command.replaceAll('/42/', '/1/'),
      cwd: clone,
      says: GIT_SAYS.find(([part]) => command.includes(part))?.[1] ?? /^$/,
    }),
  },
];

const GIT_SAYS: [string, RegExp][] = [
  ['git fetch', /refs\/contractor\/1\/ledger/],
  ['git log -p', /^--- [\s\S]*^\+.*AC-1$/m],
  ['git log', /Record .*run-claimed/],
  ['contract.yaml', /acceptance/],
  ['completion.json', /"_type": "https:\/\/in-toto\.io/],
  ['git archive', /"seq":1\}[\s\S]*"seq":2\}/],
  ['git ls-remote', /refs\/contractor\/1\/ledger/],
];

const commands = PAGES.flatMap((page) =>
  commandsOf(pageText(page)).map((command) => ({ page, command })),
);
const rulesFor = (command: string) => RULES.filter(({ pattern }) => pattern.test(command));

function shell(command: string, cwd = '.'): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(
      'bash',
      ['-o', 'pipefail', '-c', command],
      { cwd, maxBuffer: 1 << 26, env: { PATH: process.env.PATH, HOME: process.env.HOME } },
      (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

it('every command of every page is known here', () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ command }) => rulesFor(command).length !== 1)).toEqual([]);
});

describe('what installs, takes long, or runs the tests is there', () => {
  const listed = commands.filter(({ command }) => rulesFor(command)[0]?.listed);
  it.each(listed)('$page: $command', ({ command }) => rulesFor(command)[0]?.listed?.(command));
});

describe('the other commands run', { timeout: 120_000 }, () => {
  let place: Place;
  const root = mkdtempSync(join(tmpdir(), 'contractor-docs-'));

  beforeAll(async () => {
    const out = join(root, 'demo-out');
    const made = await shell(`${CLI} simulate ${DEMO} --out ${out}`);
    expect(made.code, made.output).toBe(0);
    const clone = join(root, 'clone');
    const origin = resolve(out, 'repository.git');
    await shell(`git init -q ${clone} && git -C ${clone} remote add origin file://${origin}`);
    const small = join(root, 'small.yaml');
    writeFileSync(small, SMALL.join('\n'));
    const quick = join(root, 'quick.yaml');
    const without = SMALL.slice(0, SMALL.indexOf('timeline:')).join('\n');
    writeFileSync(quick, without.replace('role: maintain', 'role: read'));
    const github = await startEmbeddedGitHub({
      repository: { owner: 'acme', name: 'app' },
      files: { 'package.json': '{ "name": "app", "scripts": { "test": "node --test" } }' },
      people: [{ login: 'ada', permission: 'admin' }],
      issues: [
        {
          title: 'Say hello',
          author: 'ada',
          body: '### Acceptance criteria\n\n- the README says hello\n',
        },
      ],
    });
    place = { out, clone, small, quick, github };
  }, 180_000);

  afterAll(async () => {
    await place?.github[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  const runnable = [
    ...new Map(
      commands
        .filter(({ command }) => rulesFor(command)[0]?.run)
        .map((each) => [each.command, each] as const),
    ).values(),
  ];
  it.each(runnable)('$page: $command', async ({ command }) => {
    const ready = rulesFor(command)[0]?.run?.(command, place);
    if (!ready) throw new Error('no rule');
    const { code, output } = await shell(ready.command, ready.cwd);
    expect(output).toMatch(ready.says);
    if (!/ (?:run|preview) /.test(command)) expect(code, output).toBe(0);
    else expect([0, 1]).toContain(code);
  });
});
