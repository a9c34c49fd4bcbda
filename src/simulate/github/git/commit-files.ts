import type { BareRepository } from './bare-repository.ts';

export type FileMode = '100644' | '100755' | '120000';

export type FileContent =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: FileMode };

/** Files of a tree by path; null removes one. */
export type FileChanges = Readonly<Record<string, FileContent | null>>;

export interface CommitIdentity {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  /** Full name of the ref that shall point to it. */
  readonly ref: string;
  readonly message: string;
  readonly author: CommitIdentity;
  readonly at: Date;
  /** The commit it stands on; a root commit without one. */
  readonly parent?: string | undefined;
  readonly files: FileChanges;
}

/**
 * Writes one commit and points its ref at it. One `git fast-import` does it all, so that a
 * repository of some hundred files costs one process.
 */
export async function commitFiles(git: BareRepository, commit: NewCommit): Promise<string> {
  const parts: (string | Uint8Array)[] = [];
  const data = (bytes: string | Uint8Array) => {
    parts.push(`data ${Buffer.byteLength(bytes)}\n`, bytes, '\n');
  };
  const when = `${Math.floor(commit.at.getTime() / 1000)} +0000`;
  const who = `${commit.author.name.replaceAll(/[<>\n]/g, '')} <${commit.author.email}> ${when}`;
  parts.push(`feature done\ncommit ${commit.ref}\nauthor ${who}\ncommitter ${who}\n`);
  data(commit.message);
  if (commit.parent) parts.push(`from ${commit.parent}\n`);
  for (const [path, file] of Object.entries(commit.files)) {
    if (file === null) {
      parts.push(`D ${quoted(path)}\n`);
      continue;
    }
    const plain = typeof file === 'string' || file instanceof Uint8Array;
    parts.push(`M ${plain ? '100644' : (file.mode ?? '100644')} inline ${quoted(path)}\n`);
    data(plain ? file : file.content);
  }
  parts.push('done\n');
  const input = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  await git.run(['fast-import', '--quiet', '--force', '--date-format=raw'], { input });
  const sha = await git.resolve(commit.ref);
  if (!sha) throw new Error(`fast-import wrote no ${commit.ref}`);
  return sha;
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
