import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One digest over names, kinds and contents right below a directory. */
export function digestOfFiles(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory).toSorted()) {
    if (name === '.git') continue;
    const path = `${directory}/${name}`;
    const isLink = lstatSync(path).isSymbolicLink();
    hash.update(`${name} ${isLink ? readlinkSync(path) : readFileSync(path, 'utf8')}\0`);
  }
  return hash.digest('hex');
}
