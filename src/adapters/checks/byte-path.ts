/**
 * A path whose characters are its bytes (latin1). Names need not be UTF-8 (old archives hold others), and one that was
 * read as UTF-8 cannot be opened again.
 */
export type BytePath = string;

export const bytePath = (path: string): BytePath => Buffer.from(path).toString('latin1');

/** As people and git’s quoting-free output name it; bytes that are no UTF-8 show as U+FFFD. */
export const asNamed = (path: BytePath): string => Buffer.from(path, 'latin1').toString();

/** Where it stands below a directory, as file system calls take it. */
export const onDisk = (root: string, path: BytePath): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
