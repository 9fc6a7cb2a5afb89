import { RateLimited, ServiceUnreachable } from './ask.ts';

/** Called before each wait, with its end and its reason. */
export type OnWait = (until: Date, reason?: string) => void;

/** Attempts without any progress. The pauses between them take ten minutes, or end as soon as the line is back. */
export const MAX_FAILURES = 24;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** The pause after this number of failures without progress. */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(failures - 1, 0), MAX_PAUSE_MS);

/** Ends early when the line is back. */
export function pauseFor(milliseconds: number, onWait: OnWait, reason?: string): Promise<void> {
  onWait(new Date(Date.now() + milliseconds), reason);
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    addEventListener('online', () => resolve(), { once: true });
  });
}

/** Waits for the end of a limit. Throws any other error. */
export async function waitUntilAllowed(error: unknown, onWait: OnWait): Promise<void> {
  if (!(error instanceof RateLimited)) throw error;
  await pauseFor(error.seconds * 1000, onWait, 'The service asks to wait.');
}

/** Repeats a call after a limit has ended, and as long as the service may be reached again: what arrived is kept. */
export async function tryPatiently<T>(call: () => Promise<T>, onWait: OnWait): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) await waitUntilAllowed(error, onWait);
      else if (++failures === MAX_FAILURES) throw error;
      else await pauseFor(pauseAfter(failures), onWait, error.message);
    }
  }
}
