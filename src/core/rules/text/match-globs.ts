import picomatch from 'picomatch';

/**
 * Whether a path matches one of the globs. A path is any bytes but NUL: a line break in it hides nothing. A leading `!` is
 * part of a name, for one negated glob would match everything else.
 */
export function matchGlobs(
  globs: readonly string[],
  { nocase = false }: { nocase?: boolean } = {},
): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  return picomatch([...globs], { dot: true, nonegate: true, nocase, flags: nocase ? 'si' : 's' });
}
