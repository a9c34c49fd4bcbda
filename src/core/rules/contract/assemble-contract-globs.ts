const LONGEST = 200;
const MOST = 100;

/** Globs that match paths of the repository and cannot blow a matcher up; others are dropped. */
export function usableGlobs(globs: readonly string[]): string[] {
  const usable = globs.map((glob) => glob.trim().replace(/^(?:\.?\/+)+/, '')).filter(isUsable);
  return [...new Set(usable)].slice(0, MOST);
}

function isUsable(glob: string): boolean {
  const stars = glob.split('*').length - 1;
  return (
    glob !== '' &&
    glob.length <= LONGEST &&
    stars <= 8 &&
    glob.split('{').length <= 4 &&
    !glob.startsWith('!') &&
    !/[@!+?*]\(/.test(glob) &&
    !glob.split('/').includes('..')
  );
}
