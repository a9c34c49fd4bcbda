import type { RunningProcess } from '../../process.ts';
import { gitFailed } from '../git-failure.ts';
import { createQueue } from '../queue.ts';
import { type GitPlace, startGit } from '../trusted-git.ts';

/** Questions to one git that goes on running: started by the first, started anew after `end` or its death. */
export interface Conversation {
  /**
   * Asks, and hands what git says to `take` until that has an answer.
   * @throws CatalogueError `git-failed` when git ends instead of answering, or takes too long
   */
  ask<T>(question: Uint8Array, take: (chunk: Buffer) => { answer: T } | null): Promise<T>;
  end(): void;
}

/** What never answers waits for something that never comes, a pipe in the place of a file for one. */
const patienceMs = 60_000;

interface Waiting {
  hear(chunk: Buffer): void;
  fail(words: string): void;
}

export function createConversation(
  place: GitPlace,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Conversation {
  const oneAtATime = createQueue();
  let running: RunningProcess | null = null;
  let waiting: Waiting | null = null;

  function start(): RunningProcess {
    const started = startGit(
      place,
      args,
      {
        stdout: (chunk) => {
          if (running === started) waiting?.hear(chunk);
        },
        end: ({ stderr }) => {
          if (running !== started) return;
          running = null;
          waiting?.fail(stderr);
        },
      },
      env,
    );
    return started;
  }
  const end = () => {
    running?.end();
    running = null;
    waiting?.fail('it was ended');
  };

  return {
    ask: (question, take) =>
      oneAtATime(
        () =>
          new Promise((resolve, reject) => {
            // It also keeps our own process alive for as long as an answer is waited for.
            const timer = setTimeout(() => {
              running?.end();
              running = null;
              waiting?.fail('no answer came');
            }, patienceMs);
            const settle = () => {
              clearTimeout(timer);
              waiting = null;
            };
            waiting = {
              hear: (chunk) => {
                const taken = take(chunk);
                if (taken === null) return;
                settle();
                resolve(taken.answer);
              },
              fail: (words) => {
                settle();
                reject(gitFailed(args, null, words));
              },
            };
            running ??= start();
            void running.write(question);
          }),
      ),
    end,
  };
}
