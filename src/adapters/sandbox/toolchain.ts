import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';

/** Where the sandbox finds compilers, interpreters and package managers. */
export interface Toolchain {
  /** Entries of PATH, in the caller’s order, system directories last. */
  path: readonly string[];
  /** Host directories to see read-only. */
  readOnly: readonly string[];
  /** What version managers need to find their own files. */
  variables: Readonly<Record<string, string>>;
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];
export const SYSTEM_PATH = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

/** Only these bring their directory into the sandbox: a PATH entry that has none of them stays outside. */
const TOOLS = (
  'node npm npx pnpm yarn bun deno corepack python python3 pip pip3 uv poetry hatch tox pytest ' +
  'cargo rustc go java javac mvn gradle kotlinc ruby bundle rake php composer dotnet make cmake ' +
  'ninja gcc cc clang just task git swift mix elixir erl ghc cabal stack zig'
).split(' ');

/** Version managers keep files beside their programs; the variable names the place, `place` is its default in HOME. */
const MANAGERS = [
  { tools: ['cargo', 'rustc'], variable: 'RUSTUP_HOME', place: '.rustup' },
  { tools: ['python', 'python3', 'pip', 'pytest'], variable: 'PYENV_ROOT', place: '.pyenv' },
  { tools: ['ruby', 'bundle'], variable: 'RBENV_ROOT', place: '.rbenv' },
  { tools: ['dotnet'], variable: 'DOTNET_ROOT', place: '.dotnet' },
  { tools: ['java', 'mvn', 'gradle'], variable: 'JAVA_HOME', place: '' },
  { tools: ['go'], variable: 'GOROOT', place: '' },
];

/**
 * Finds the tools of the caller’s PATH and the directories they need, resolved to real ones. A home directory, or
 * what lies above it, is never among them: it holds credentials.
 */
export async function findToolchain(
  caller: Readonly<Record<string, string | undefined>>,
): Promise<Toolchain> {
  const home = caller.HOME ?? '/nonexistent';
  const entries = (caller.PATH ?? '').split(':').filter((entry) => isAbsolute(entry));
  const path: string[] = [];
  const readOnly = new Set<string>();
  const present = new Set<string>();
  for (const entry of new Set(entries)) {
    if (isSystem(entry) || isHomeOrAbove(entry, home)) continue;
    const found = await toolsIn(entry);
    if (found.length === 0) continue;
    path.push(entry);
    readOnly.add(entry);
    for (const { tool, target } of found) {
      present.add(tool);
      const root = rootOf(target, home);
      if (!isSystem(root)) readOnly.add(root);
    }
  }
  const variables: Record<string, string> = {};
  for (const { tools, variable, place } of MANAGERS) {
    const directory = caller[variable] ?? (place ? join(home, place) : '');
    if (!tools.some((tool) => present.has(tool)) || !isAbsolute(directory)) continue;
    if (isHomeOrAbove(directory, home) || !(await exists(directory))) continue;
    variables[variable] = directory;
    if (!isSystem(directory)) readOnly.add(directory);
  }
  return { path: [...path, ...SYSTEM_PATH], readOnly: outermost([...readOnly]), variables };
}

async function toolsIn(directory: string): Promise<{ tool: string; target: string }[]> {
  const tries = TOOLS.map(async (tool) => {
    try {
      return [{ tool, target: await realpath(join(directory, tool)) }];
    } catch {
      return [];
    }
  });
  return (await Promise.all(tries)).flat();
}

/** The directory a program needs besides its own file: its package, its installation prefix, or just its folder. */
function rootOf(target: string, home: string): string {
  const parts = target.split(sep);
  const modules = parts.lastIndexOf('node_modules');
  if (modules >= 0 && modules + 2 < parts.length) {
    const scoped = parts[modules + 1]?.startsWith('@');
    return parts.slice(0, modules + (scoped ? 3 : 2)).join(sep);
  }
  const folder = dirname(target);
  const prefix = dirname(folder);
  const shared = isHomeOrAbove(dirname(prefix), home);
  const usable = basename(folder) === 'bin' && prefix.split(sep).length > 2;
  // ~/.local and ~/.cargo hold keyrings and registry tokens beside their bin.
  return usable && !shared && !isHomeOrAbove(prefix, home) ? prefix : folder;
}

function isSystem(path: string): boolean {
  return SYSTEM.some((root) => isWithin(path, root));
}

function isHomeOrAbove(path: string, home: string): boolean {
  return path === sep || isWithin(home, path);
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}

function outermost(directories: string[]): string[] {
  return directories.filter(
    (one) => !directories.some((other) => other !== one && isWithin(one, other)),
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
