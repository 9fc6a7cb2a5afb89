import type { Wait } from '@strongroom/client';
import { localTime } from './time.ts';

/** A person looks away from shorter waits, or does not notice them. */
const LONG_MS = 30_000;
/** Files that are transferred at the same time wait for the same moment, give or take. */
const SAME_MS = 30_000;

/**
 * Says on one line until when a command waits, also where no person reads it: minutes of silence look like a fault. Returns
 * whether the wait was long enough for that.
 */
export function longWaits({
  tell,
  service,
}: Readonly<{ tell: (line: string) => void; service: string }>): (wait: Wait) => boolean {
  const said = new Map<string, number>();
  return ({ milliseconds, until, for: party }) => {
    if (milliseconds < LONG_MS) return false;
    const name = party === 'key-service' ? 'the key service' : service;
    const end = until.getTime();
    if (end > (said.get(name) ?? 0) + SAME_MS) {
      said.set(name, end);
      tell(`Waiting for ${name} until ${localTime(end)}. Ctrl-C ends this.`);
    }
    return true;
  };
}
