import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const SENT = 'undici:client:sendHeaders';

/**
 * Resolves when this process sends its next request. Loading modules blocks the event loop, and with it a connection
 * that is being made: what can wait is loaded after this, while GitHub thinks about its answer.
 */
export function requestSent(): Promise<void> {
  return new Promise((resolve) => {
    const heard = () => {
      unsubscribe(SENT, heard);
      resolve();
    };
    subscribe(SENT, heard);
  });
}
