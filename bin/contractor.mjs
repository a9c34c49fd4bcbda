#!/usr/bin/env node
// Starts the command line under Node 24, which runs TypeScript as it is. An older Node (20 or newer) hands over to the
// one that `npm ci` put into node_modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const cli = path('../src/entry/cli.ts');
const node24 = path('../node_modules/.bin/node');

if (!existsSync(path('../node_modules'))) {
  console.error('contractor: nothing is installed yet. Run `npm ci` in its directory first.');
  process.exit(1);
}
if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(cli);
} else if (existsSync(node24)) {
  const child = spawn(node24, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`contractor: cannot start Node 24 (${error.message}). Run \`npm ci\` again.`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  console.error(
    `contractor: needs Node 24, this is ${process.version}. Run \`npm ci\`, which brings it.`,
  );
  process.exit(1);
}
