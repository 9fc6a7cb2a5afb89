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

/** Lists names after a name, in byte order: the first ones of many, all of a few. */
export type ListNames = (after: string) => Promise<Readonly<{ names: readonly string[]; hasMore: boolean }>>;

/**
 * The size of the longest kept checkpoint of a log; undefined without one. A log has one a minute, so it is searched for and
 * not listed: about ten requests for a year of them.
 */
export async function longestCheckpoint(origin: string, list: ListNames): Promise<number | undefined> {
  const after = async (size: number) => {
    const { names, hasMore } = await list(size === 0 ? checkpointPrefix(origin) : checkpointName(origin, size));
    const sizes = names.flatMap((name) => sizeOfCheckpoint(origin, name) ?? []);
    return { last: sizes.at(-1), hasMore: hasMore && sizes.length > 0 };
  };
  const first = await after(0);
  if (first.last === undefined || !first.hasMore) return first.last;
  let longest = first.last;
  // None is at `bound` or beyond.
  let bound = Number.MAX_SAFE_INTEGER + 1;
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
