import type { Wait } from '@strongroom/client';
import { localTime } from '@strongroom/command-line';

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

/** Reports waits where no person is at a terminal: one line also speaks of short waits that add up. */
export function waitsUnseen(line: Parameters<typeof longWaits>[0]): (wait: Wait) => void {
  const isLong = longWaits(line);
  let together = 0;
  let isSaid = false;
  return (wait) => {
    together += wait.milliseconds;
    if (isLong(wait)) isSaid = true;
    if (isSaid || together < LONG_MS) return;
    isSaid = true;
    const name = wait.for === 'key-service' ? 'The key service' : line.service;
    line.tell(`${name} ${reasonOfWait(wait)}; trying again.`);
  };
}

export const reasonOfWait = ({ code }: Pick<Wait, 'code'>): string =>
  code === 'RATE_LIMIT_EXCEEDED' ? 'asks to wait' : 'does not answer';
