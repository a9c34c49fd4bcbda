/**
 * Bundles the action into dist/: ES modules for Node 24, minified, lazy imports in files of their own, with the licences
 * of what went in. dist/ is not kept on the main branch; scripts/release.ts adds it to the release tag.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const OUT = 'dist';
/** What an Action never uses: bundling any of it by accident costs start-up time, so it fails the build. */
const NEVER = [/node_modules\/(?:probot|hono|@hono|pg-boss|@electric-sql)\//, /\/src\/simulate\//];

await rm(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: { action: 'src/entry/action.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
});
const { output } = await bundle.write({
  dir: OUT,
  format: 'esm',
  minify: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundle.close();

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const strays = modules.filter((id) => NEVER.some((pattern) => pattern.test(id)));
if (strays.length > 0) throw new Error(`The bundle holds what an Action never uses: ${strays[0]}`);

await writeFile(join(OUT, 'package.json'), '{ "type": "module" }\n');
await writeFile(join(OUT, 'licences.txt'), await licences(modules));
for (const file of output) {
  const { size } = await stat(join(OUT, file.fileName));
  console.log(`${String(Math.ceil(size / 1000)).padStart(6)} kB  ${file.fileName}`);
}

/** Name, version, licence and licence text of each package in the bundle, sorted by name. */
async function licences(ids: readonly string[]): Promise<string> {
  const roots = ids.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = await Promise.all([...new Set(roots)].map(licence));
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`);
}

async function licence(root: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const file = (await readdir(root)).find((name) => /^licen[cs]e/i.test(name));
  const text = file ? await readFile(join(root, file), 'utf8') : 'No licence file is published.\n';
  return `${manifest.name} ${manifest.version} (${manifest.license ?? 'unknown'})\n\n${text}`;
}
