import { gitFailed } from '../git-failure.ts';
import { type EncodedObject, storeObject } from '../loose-object.ts';
import { type GitPlace, startGit } from '../trusted-git.ts';

/** Stores the contents of files as blobs. */
export interface BlobWriter {
  /** It can be read once `finish` is done. */
  write(blob: EncodedObject, content: Buffer): Promise<void>;
  finish(): Promise<void>;
}

/** More than so many go into one pack: a file each would cost a disk block each, and time. */
const MOST_LOOSE = 500;

export function createBlobWriter(place: GitPlace & { objects: string }): BlobWriter {
  let written = 0;
  let pack: ReturnType<typeof startPack> | null = null;
  return {
    write: async (blob, content) => {
      written += 1;
      if (written > MOST_LOOSE) {
        pack ??= startPack(place);
        await pack.write(content);
      } else await storeObject(place.objects, blob);
    },
    finish: async () => pack?.finish(),
  };
}

/** One git that compresses on another core and puts a whole pack in its place, or none. */
function startPack(place: GitPlace) {
  const settings = ['-c', 'fastimport.unpackLimit=1', '-c', 'pack.compression=1'];
  const flags = ['--quiet', '--done', '--depth=0'];
  let failure: Error | null = null;
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const git = startGit(place, [...settings, 'fast-import', ...flags], {
    stdout: () => {},
    end: ({ exitCode, stderr }) => {
      if (exitCode !== 0) failure = gitFailed(['fast-import'], exitCode, stderr);
      ended();
    },
  });
  const write = async (bytes: Uint8Array) => {
    // A git that ended takes nothing any more.
    await Promise.race([git.write(bytes), end]);
    if (failure !== null) throw failure;
  };
  return {
    write: async (content: Buffer) => {
      await write(
        Buffer.concat([Buffer.from(`blob\ndata ${content.length}\n`), content, LINE_END]),
      );
    },
    finish: async () => {
      await write(Buffer.from('done\n'));
      // Nothing of it is referred to yet, so what is lost with us is only repeated.
      await keepAwake(end);
      if (failure !== null) throw failure;
    },
  };
}

const LINE_END = Buffer.from('\n');

/** Waits, and lets our own process not end meanwhile. */
async function keepAwake<T>(what: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await what;
  } finally {
    clearInterval(timer);
  }
}
