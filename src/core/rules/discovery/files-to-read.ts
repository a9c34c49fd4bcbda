import { discoverChecks } from './discover-checks.ts';
import { discoverEnvironment } from './discover-environment.ts';

/** Which files discovery will want to read in a repository with these paths, so that they can be fetched beforehand. */
export function filesToRead(paths: readonly string[]): string[] {
  const wanted = new Set<string>();
  const files = {
    paths,
    read: (path: string) => {
      wanted.add(path);
      return null;
    },
  };
  discoverEnvironment(files);
  discoverChecks(files);
  return [...wanted];
}
