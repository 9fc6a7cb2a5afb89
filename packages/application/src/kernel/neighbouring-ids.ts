import type { Deps } from './deps.ts';

/** Ids in a row with the same first digit. */
const IN_A_ROW = 256;
const DIGITS = 16;

/**
 * Makes ids for rooms and files. Ids of one moment are neighbours, so that a commit of many documents writes few pages of the
 * index of ids.
 *
 * A UUID of version 8 (RFC 9562). The first digit changes now and then, because stores of objects make folders by it
 * (`blob-keys.ts`): large ones have all sixteen. 44 bits are milliseconds since 1970, the rest is random.
 */
export function neighbouringIds({ ids, clock }: Pick<Deps, 'ids' | 'clock'>): () => string {
  let made = 0;
  return () => {
    const first = Math.floor(made++ / IN_A_ROW) % DIGITS;
    const timed = ids.timed(clock.now());
    return `${first.toString(16)}${timed.slice(1, 14)}8${timed.slice(15)}`;
  };
}
