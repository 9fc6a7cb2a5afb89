import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { StoreToRead } from '../service/stores.ts';

/** The time of another machine, in milliseconds, of which it shows no fraction below `precision`. */
export type ClockReading = Readonly<{ at: number; precision: number }>;

/** A clock other than that of this machine. `ask` resolves with undefined if the clock shows no time. */
export type OtherClock = Readonly<{ name: string; ask: () => Promise<ClockReading | undefined> }>;

/** Milliseconds. The service does not start if its clock is further than `TOO_FAR` from that of the database. */
const WORTH_WARNING = 2000;
const TOO_FAR = 60_000;
const ANSWER_MS = 5000;

/** Compares the clock of this machine with others. Skips those that do not answer: another check reports them. */
export async function checkClocks(
  others: readonly OtherClock[],
  now: () => number = Date.now,
): Promise<readonly Finding[]> {
  const seen = await Promise.all(others.map((other) => offsetOf(other, now)));
  const known = seen.filter((one) => one !== undefined);
  if (known.length === 0) return [];
  const off = known.filter(({ offset }) => Math.abs(offset) > WORTH_WARNING);
  if (off.length === 0) return [ok('clocks', `this machine agrees with ${known.map(({ name }) => name).join(', ')}`)];
  const text = off
    .map(({ name, offset }) => `${seconds(offset)} ${offset > 0 ? 'ahead of' : 'behind'} ${name}`)
    .join(', ');
  const finding = off.some(({ offset }) => Math.abs(offset) > TOO_FAR) ? fail : warn;
  return [finding('clocks', `this machine is ${text}`, 'set all clocks by NTP')];
}

const seconds = (offset: number): string => `${(Math.abs(offset) / 1000).toFixed(1)} s`;

/** Milliseconds by which this machine is ahead, at least: the other one read its clock between question and answer. */
async function offsetOf({ name, ask }: OtherClock, now: () => number) {
  const asked = now();
  const reading = await ask().catch(() => undefined);
  const answered = now();
  if (reading === undefined) return undefined;
  const [first, last] = [reading.at, reading.at + reading.precision];
  if (last < asked) return { name, offset: asked - last };
  return { name, offset: first > answered ? answered - first : 0 };
}

/** The clock of a web server, by the header Date that each of its answers has, also a refusal. */
export const clockAt = (name: string, url: string): OtherClock => ({
  name,
  ask: async () => {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    const at = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(at) ? undefined : { at, precision: 1000 };
  },
});

/** The clock of a database; SQLite has none of its own. */
export const clockOf = (
  store: Exclude<StoreToRead, string> | 'unnamed' | undefined,
  timeOf: (store: StoreToRead) => Promise<number | undefined>,
): readonly OtherClock[] =>
  store === undefined || store === 'unnamed'
    ? []
    : [
        {
          name: 'the database',
          ask: async () => {
            const at = await timeOf(store);
            return at === undefined ? undefined : { at, precision: 0 };
          },
        },
      ];
