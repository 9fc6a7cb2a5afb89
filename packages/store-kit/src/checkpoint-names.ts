import { Unavailable } from '@strongroom/ports';

const DIGITS = 16;
const ENDING = '.checkpoint';

/** Beginning of the names of the kept checkpoints of a log. */
export const checkpointPrefix = (origin: string): string => `${origin.replaceAll(/[^\w.-]+/gu, '_')}.`;

/** The name of a kept checkpoint. Names of one log are in the order of their sizes. */
export const checkpointName = (origin: string, size: number): string =>
  `${checkpointPrefix(origin)}${String(size).padStart(DIGITS, '0')}${ENDING}`;

/** The size in such a name; undefined for any other name. */
export function sizeOfCheckpoint(origin: string, name: string): number | undefined {
  const prefix = checkpointPrefix(origin);
  const digits = name.slice(prefix.length, -ENDING.length);
  const isOurs = name.startsWith(prefix) && name.endsWith(ENDING) && /^\d{16}$/u.test(digits);
  return isOurs ? Number(digits) : undefined;
}

/** More requests than any search takes: the server may answer anything. */
const MAX_REQUESTS = 120;

/** Lists names after a name, in byte order: the first ones of many, all of a few. */
export type ListNames = (after: string) => Promise<Readonly<{ names: readonly string[]; hasMore: boolean }>>;

/**
 * The size of the longest kept checkpoint of a log, of those below `below`; undefined without one. A log has one a minute, so
 * it is searched for and not listed: about ten requests for a year of them. Other names are passed over. Rejects with
 * Unavailable for answers that no list gives, and for too many other names.
 */
export async function longestCheckpoint(
  origin: string,
  list: ListNames,
  below: number = Number.MAX_SAFE_INTEGER + 1,
): Promise<number | undefined> {
  const after = sizesAfter(origin, list, below);
  const first = await after(0);
  if (first.last === undefined || !first.hasMore) return first.last;
  let longest = first.last;
  // None is at `bound` or beyond.
  let bound = below;
  let isBounded = false;
  for (let step = longest; bound - longest > 1; step *= 2) {
    // Doubled until nothing is beyond, then halved.
    const halfway = longest + Math.floor((bound - longest - 1) / 2);
    const probe = isBounded ? halfway : Math.min(longest + step, halfway);
    const found = await after(probe);
    if (found.last === undefined) {
      bound = probe + 1;
      isBounded = true;
    } else if (found.hasMore) longest = found.last;
    else return found.last;
  }
  return longest;
}

type Sizes = Readonly<{ last: number | undefined; hasMore: boolean }>;

/** Looks for sizes after one and below another: some of many, all of a few. */
function sizesAfter(origin: string, list: ListNames, below: number): (size: number) => Promise<Sizes> {
  let requests = 0;
  return async (size) => {
    let name = size === 0 ? checkpointPrefix(origin) : checkpointName(origin, size);
    for (;;) {
      if (++requests > MAX_REQUESTS) throw new Unavailable('audit');
      const { names, hasMore } = await list(name);
      const sizes = names.flatMap((one) => sizeOfCheckpoint(origin, one) ?? []);
      const within = sizes.filter((one) => one < below);
      const last = within.at(-1);
      // A list continues after the name that it was asked for.
      if (last !== undefined && last <= size && size > 0) throw new Unavailable('audit');
      const isAtEnd = !hasMore || within.length < sizes.length;
      if (last !== undefined || isAtEnd) return { last, hasMore: !isAtEnd };
      const next = names.at(-1);
      if (next === undefined || next <= name) throw new Unavailable('audit');
      name = next;
    }
  };
}
