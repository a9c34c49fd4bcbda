import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = join(ROOT, 'src/entry/action.ts');

/** What an Action never uses: bundling any of it by accident costs start-up time, so it fails the build. */
const NEVER = [
  /node_modules\/(?:probot|hono|@hono|pg-boss|@electric-sql|graphql|commander)\//,
  /\/src\/simulate\//,
  /\/src\/entry\/cli/,
];

export interface BundledAction {
  files: { name: string; bytes: number }[];
  /** Every module that went in, by its absolute path. */
  modules: string[];
  /** Those that load before the first request: the entry and what it imports statically. */
  eager: string[];
}

/**
 * Bundles the action: ES modules for Node 24, minified, lazy imports in files of their own, with the licences of what
 * went in.
 * @throws Error when the bundle holds what an Action never uses
 */
export async function bundleAction(out: string): Promise<BundledAction> {
  await rm(out, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: ROOT,
    input: { action: ENTRY },
    platform: 'node',
    tsconfig: 'tsconfig.json',
  });
  const options = {
    dir: out,
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  } as const;
  // What loads before the first request is known only when it was bundled once; in one file it loads faster. The entry
  // stays apart: it awaits at its top level, so a file that others import must not hold it.
  const sketch = await bundle.generate(options);
  const first = new Set(eagerModules(sketch.output.filter((file) => file.type === 'chunk')));
  const groups = [{ name: 'first-request', test: (id: string) => first.has(id) && id !== ENTRY }];
  const { output } = await bundle.write({ ...options, codeSplitting: { groups } });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const modules = chunks.flatMap((chunk) => chunk.moduleIds);
  const stray = modules.find((id) => NEVER.some((pattern) => pattern.test(id)));
  if (stray) throw new Error(`The bundle holds what an Action never uses: ${stray}`);
  await writeFile(join(out, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(out, 'licences.txt'), await licences(modules));
  const files = output.map(async ({ fileName }) => ({
    name: fileName,
    bytes: (await stat(join(out, fileName))).size,
  }));
  return { files: await Promise.all(files), modules, eager: eagerModules(chunks) };
}

interface Chunk {
  fileName: string;
  imports: string[];
  moduleIds: string[];
}

function eagerModules(chunks: readonly Chunk[]): string[] {
  const reached = new Set(['action.js']);
  for (const name of reached)
    for (const more of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
      reached.add(more);
  return chunks.filter((chunk) => reached.has(chunk.fileName)).flatMap((chunk) => chunk.moduleIds);
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
