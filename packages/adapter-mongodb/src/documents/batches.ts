import { SHELVES, type Shelf } from './layout.ts';
import { type Command, commandOf, type Write } from './writes.ts';

export type Batch = Readonly<{ shelf: Shelf; command: Command; writes: readonly Write[] }>;

/** A command holds 16 MB and 100 000 writes; far below that it is no slower. */
const MOST_WRITES = 1000;
const MOST_UNITS = 4_000_000;

/**
 * In the order in which they are sent. What many may want to change comes first, so that of two who do one finds out soon;
 * what goes frees its keys for what comes.
 */
const ORDER: readonly Command[] = ['delete', 'update', 'insert'];

/** Writes of one command on one shelf, each lot small enough for one command. */
export function batchesOf(writes: readonly Write[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (const shelf of SHELVES)
    for (const command of ORDER) {
      let lot: Write[] = [];
      let units = 0;
      for (const write of writes) {
        if (write.shelf !== shelf || commandOf(write) !== command) continue;
        const more = unitsOf(write);
        if (lot.length > 0 && (lot.length >= MOST_WRITES || units + more > MOST_UNITS)) {
          batches.push({ shelf, command, writes: lot });
          [lot, units] = [[], 0];
        }
        lot.push(write);
        units += more;
      }
      if (lot.length > 0) batches.push({ shelf, command, writes: lot });
    }
  return batches;
}

/** About how much text a write sends; each unit is up to three bytes. */
const unitsOf = (write: Write): number => {
  if (!('row' in write)) return 100;
  const { keys, uniqueKeys = [], body } = write.row;
  return body.length + [...keys, ...uniqueKeys].reduce((sum, key) => sum + key.length + 10, 200);
};
