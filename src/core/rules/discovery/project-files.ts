/** The files of the base commit: their paths, and a reader that gives a file’s text, or null when it is no text. */
export interface RepositoryFiles {
  paths: readonly string[];
  read(path: string): string | null;
}

/** The files of one directory of the repository, as a project that stands there sees them. */
export interface ProjectFiles {
  /** `.` for the root of the repository. */
  directory: string;
  /** Paths relative to the directory. */
  paths: readonly string[];
  has(name: string): boolean;
  /** Text of a file of the directory, null when absent. */
  read(name: string): string | null;
}

/** Directories whose projects are material, not the product. */
const MATERIAL =
  /(?:^|\/)(?:node_modules|vendor|third_party|fixtures?|__fixtures__|testdata|test|tests|__tests__|examples?|docs?|samples?|templates?|\.[^/]+)(?:\/|$)/;
/** Tests that no manifest tells of count only where they are the repository’s own. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|third_party|\.venv|venv|fixtures?|__fixtures__|testdata|examples?|docs?|samples?|templates?)\//;
const DEEPEST = 2;
const MOST = 5;

/**
 * Where a manifest stands that no other of its kind stands above: the root when it is there, else up to five
 * directories at most two deep. Projects below a manifest belong to it (workspaces). A file that stands alone, such as
 * a test, makes the root a project where no manifest is anywhere.
 */
export function projectsWith(
  files: RepositoryFiles,
  isManifest: (name: string) => boolean,
  standsAlone: (path: string) => boolean = () => false,
): ProjectFiles[] {
  const directories = new Set<string>();
  for (const path of files.paths) {
    const cut = path.lastIndexOf('/');
    if (isManifest(path.slice(cut + 1))) directories.add(cut < 0 ? '.' : path.slice(0, cut));
  }
  const alone =
    directories.size === 0 && files.paths.some((path) => !FOREIGN.test(path) && standsAlone(path));
  if (directories.has('.') || alone) return [projectAt(files, '.')];
  return [...directories]
    .filter((one) => one.split('/').length <= DEEPEST && !MATERIAL.test(one))
    .filter((one, _, all) => !all.some((other) => one.startsWith(`${other}/`)))
    .sort()
    .slice(0, MOST)
    .map((directory) => projectAt(files, directory));
}

function projectAt(files: RepositoryFiles, directory: string): ProjectFiles {
  const prefix = directory === '.' ? '' : `${directory}/`;
  const paths = files.paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  const known = new Set(paths);
  return {
    directory,
    paths,
    has: (name) => known.has(name),
    read: (name) => (known.has(name) ? files.read(prefix + name) : null),
  };
}

/** The first of these files that is there. */
export function firstOf(project: ProjectFiles, names: readonly string[]): string | null {
  return names.find((name) => project.has(name)) ?? null;
}
