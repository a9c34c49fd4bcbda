/** Checks the import boundaries, and that the checker saw every source file: one that sees none finds nothing wrong. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
const count = sources.filter((path) => path.endsWith('.ts')).length;
const { status, stdout, stderr } = spawnSync(
  'node_modules/.bin/depcruise',
  ['src', '--config', '.dependency-cruiser.mjs'],
  { encoding: 'utf8' },
);
process.stdout.write(stdout);
process.stderr.write(stderr);
const seen = Number(/\((\d+) modules/.exec(stdout)?.[1] ?? 0);
if (status === 0 && seen < count) {
  console.error(`It saw ${seen} modules, but src holds ${count} files: the check proves nothing.`);
}
process.exitCode = status === 0 && seen >= count ? 0 : 1;
