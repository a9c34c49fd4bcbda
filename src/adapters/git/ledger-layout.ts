import { CatalogueError } from '../../core/catalogue-error.ts';
import type { LedgerDocuments } from '../../ports.ts';

/** Where a ledger’s entries stand: one file an append, a hundred files a directory, so that appending writes little. */
export const eventsDirectory = 'events';

/** `0001`, `000123.jsonl` for append 123. */
export function chunkName(number: number): { bucket: string; file: string } {
  const bucket = String(Math.floor(number / 100)).padStart(4, '0');
  return { bucket, file: `${String(number).padStart(6, '0')}.jsonl` };
}

export function chunkPath(number: number): string {
  const { bucket, file } = chunkName(number);
  return `${eventsDirectory}/${bucket}/${file}`;
}

/**
 * The chunk files, in order, out of all paths of a ledger.
 * @throws CatalogueError `ledger-corrupt` when one is missing in between
 */
export function orderedChunks(paths: Iterable<string>): string[] {
  const chunks = [...paths].filter((path) => path.startsWith(`${eventsDirectory}/`)).toSorted();
  chunks.forEach((path, n) => {
    const expected = chunkPath(n + 1);
    if (path !== expected)
      throw new CatalogueError('ledger-corrupt', `${expected} is missing.`, {
        place: { file: path },
      });
  });
  return chunks;
}

/** @throws TypeError for a document that cannot stand beside the events */
export function checkDocumentNames(documents: LedgerDocuments): void {
  for (const name of Object.keys(documents))
    if (!/^[A-Za-z0-9][\w.-]*$/.test(name) || name === eventsDirectory)
      throw new TypeError(`${JSON.stringify(name)} cannot name a document of the ledger`);
}

/** One thing that looks like a secret: the rule that found it and where (`path:line`), never the secret. */
export interface SecretFinding {
  rule: string;
  place?: string;
}

/** @param path name of the text within the ledger, for rules that go by file */
export type SecretScan = (
  text: string,
  path: string,
) => readonly SecretFinding[] | Promise<readonly SecretFinding[]>;

/** @throws CatalogueError `secret-found` when the scan finds something in one of the texts */
export async function refuseSecrets(
  scan: SecretScan | undefined,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  if (scan === undefined) return;
  for (const [name, text] of Object.entries(texts)) {
    const rules = [...new Set((await scan(text, name)).map(({ rule }) => rule))];
    if (rules.length > 0)
      throw new CatalogueError(
        'secret-found',
        `Found in the ledger’s ${name}: ${rules.join(', ')}.`,
      );
  }
}
