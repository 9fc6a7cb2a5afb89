import type { Clock } from '@strongroom/ports';
import { Keyring } from './keyring.ts';
import { MemoryShelf } from './memory-shelf.ts';

const SHELVES = new WeakMap<MemoryKeyring, MemoryShelf>();

/** Key-encryption keys in memory, gone with the process: for tests and trials. */
export class MemoryKeyring extends Keyring {
  constructor(options: Readonly<{ clock: Pick<Clock, 'now'> }>) {
    const shelf = new MemoryShelf();
    super(shelf, options.clock);
    SHELVES.set(this, shelf);
  }
}

/** The keys of a memory keyring, for unwrapping only. Not exported from the package. */
export function shelfOf(keyring: MemoryKeyring): MemoryShelf {
  const shelf = SHELVES.get(keyring);
  if (shelf === undefined) throw new TypeError('this is no memory keyring');
  return shelf;
}
