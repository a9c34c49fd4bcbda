// `npm run demo` on a fresh clone: installs what is missing, then starts the demo under Node 24. Plain JavaScript, for
// any Node from 20 on: nothing is installed yet when this runs.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Runs a program here, in sight; ends with its exit code when it fails. */
function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    // npm is a script that only a shell finds on Windows.
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (error) {
    console.error(`demo: cannot start ${program}: ${error.message}`);
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`demo: needs Node 20 or newer, this is ${process.version}.`);
  process.exit(2);
}
// npm writes this file at the end of an installation that succeeded.
const installed = path('node_modules/.package-lock.json');
if (changedAt(installed) < changedAt(path('package-lock.json'))) {
  console.log('demo: installing the dependencies first (npm ci)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
const node24 = path('node_modules/.bin/node');
run(existsSync(node24) ? node24 : process.execPath, [
  path('src/entry/cli.ts'),
  'demo',
  ...process.argv.slice(2),
]);
