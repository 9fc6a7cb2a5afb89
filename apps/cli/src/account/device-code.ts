import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { StrongroomError } from '@strongroom/client';
import { Problem } from '@strongroom/command-line';

const SECOND = 1000;
/** Seconds that a program adds to its interval if it asks too often (RFC 8628 section 3.5). */
const SLOWER_BY = 5;
/** Maximum interval in seconds: a finished sign-in at the key service waits for one minute only. */
const MAX_INTERVAL = 30;

const bounded = (seconds: number): number => Math.min(Math.max(seconds, 1), MAX_INTERVAL);

/** The service was restarted, or the line is down: the sign-in waits meanwhile. */
const PASSING = new Set(['CONNECTION_LOST', 'TIMED_OUT', 'RATE_LIMIT_EXCEEDED', 'KEY_SERVICE_UNAVAILABLE']);
const isPassing = ({ code, status }: StrongroomError): boolean => PASSING.has(code) || (status >= 502 && status <= 504);

type Begun = Readonly<{
  /** Seconds to wait between two questions, and until the code ends. */
  interval: number;
  expires_in: number;
}>;

/**
 * Asks until a person has typed the code (RFC 8628 section 3.4), and longer each time while the service does not answer.
 * Throws Problem once the code has ended, and what `ask` throws.
 */
export async function pollDeviceCode<T>(begun: Begun, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const ends = performance.now() + begun.expires_in * SECOND;
  let seconds = bounded(begun.interval);
  for (;;) {
    await pause(seconds * SECOND, undefined, { signal });
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StrongroomError)) throw error;
      if (error.code === 'SLOW_DOWN') seconds = bounded(seconds + SLOWER_BY);
      else if (isPassing(error)) seconds = bounded(seconds * 2);
      else if (error.code !== 'AUTHORIZATION_PENDING') throw error;
      if (performance.now() >= ends)
        throw new Problem('the code was not typed in time: run the command again for a new one.', { cause: error });
    }
  }
}

/** The name of this machine on the page of the code and in the list of tokens. */
export const nameOfThis = (): string => `strongroom on ${hostname()}`.slice(0, 100);

type Shown = Readonly<{ page: string; code: string; expires_in: number }>;

/** Instructions for the person, in four lines. */
export const typeTheCode = ({ page, code, expires_in }: Shown): string =>
  `Open this page in a browser on any computer, and type the code there within ${Math.round(expires_in / 60)} minutes:\n${page}\n${code}\nThe page asks before this computer gets in. Waiting; Ctrl-C ends this.\n`;
