import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { type RawPath, rawPath } from '../raw-path.ts';

/*
 * All watches of a thread share one queue of the kernel, which drops events when it is full, and libuv keeps that to
 * itself. But a queue that was full delivers a great many events afterwards: so events are counted.
 */

let heard = 0;
/** Watches that were closed: what was queued for them is never counted. */
let closed = 0;

/** A moment of the queue’s life. */
export interface QueueMark {
  heard: number;
  closed: number;
}

export function queueMark(): QueueMark {
  return { heard, closed };
}

/** Whether the queue cannot have been full since then, provided that it was read up to now. */
export function isLossless(since: QueueMark): boolean {
  return closed === since.closed && heard - since.heard < mostEvents();
}

const SIZE = '/proc/sys/fs/inotify/max_queued_events';
let most: number | undefined;

/** A quarter of the queue. 0 where there is no such queue: then nothing can be trusted. */
function mostEvents(): number {
  if (most === undefined) {
    try {
      most = Math.floor(Number(readFileSync(SIZE, 'utf8')) / 4);
    } catch {
      most = 0;
    }
  }
  return most;
}

export function canWatch(): boolean {
  return mostEvents() > 0;
}

export interface Watch {
  close(): void;
}

/**
 * Watches the names in one directory.
 * @throws when the system has no watch left, or the directory is gone
 */
export function watchNames(
  directory: string | Buffer,
  hears: { name(name: RawPath): void; failure(): void },
): Watch {
  const watcher: FSWatcher = watch(
    directory,
    { persistent: false, encoding: 'buffer' },
    (_, name) => {
      heard += 1;
      if (name === null) hears.failure();
      else hears.name(rawPath(name));
    },
  );
  watcher.on('error', hears.failure);
  return {
    close: () => {
      closed += 1;
      watcher.close();
    },
  };
}
