import type { fileCalls } from '../calls/files.ts';
import type { Download } from '../generated/operations.ts';
import { inGroups, MAX_GROUP } from './in-groups.ts';
import { resultAt } from './result-at.ts';

type Wanted = Readonly<{ id: string; size?: number | undefined }>;

export type Addressed<T> = Readonly<{
  item: T;
  /** The address and the wrapped key; each further call asks for a new address. Throws if it was refused. */
  download: () => Promise<Download>;
}>;

type Options<T> = Readonly<{
  /** Number of items in the first group. */
  first: number;
  /** Other items get no address until they ask for one. */
  isWanted: (item: T) => Promise<boolean>;
  signal: AbortSignal | undefined;
}>;

/** An address works for 60 seconds by default. A group that was used up sooner than this is followed by a larger one. */
const QUICK_MS = 5_000;
/** A group that took longer is followed by a smaller one. */
const SLOW_MS = 15_000;
/** Bytes of a group, where the sizes are known. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Asks for the addresses of many files in groups, and not much earlier than they are used: the size of a group follows
 * the time that the one before lasted.
 */
export async function* addresses<T extends Wanted>(
  files: ReturnType<typeof fileCalls>,
  items: Iterable<T> | AsyncIterable<T>,
  { first, isWanted, signal }: Options<T>,
): AsyncGenerator<Addressed<T>, void> {
  let most = Math.min(first, MAX_GROUP);
  const isFull = (group: readonly T[]) =>
    group.length >= most || group.reduce((sum, { size = 0 }) => sum + size, 0) >= MAX_BYTES;
  for await (const group of inGroups(items, isFull)) {
    const began = performance.now();
    const areWanted = await Promise.all(group.map(isWanted));
    // A single file is asked for when its turn comes.
    const asked = group.length === 1 ? [] : group.filter((_, index) => areWanted[index]);
    const body = { items: asked.map(({ id }) => ({ file_id: id })) };
    const results = asked.length === 0 ? [] : await files.downloadMany(body, { signal });
    for (const item of group) {
      let place = asked.indexOf(item);
      const download = async () => {
        if (place < 0) return files.download(item.id, { signal });
        const released = resultAt(results, place);
        place = -1;
        return released;
      };
      yield { item, download };
    }
    const lasted = performance.now() - began;
    if (lasted < QUICK_MS) most = Math.min(most * 2, MAX_GROUP);
    else if (lasted > SLOW_MS) most = Math.max(1, Math.floor(most / 2));
  }
}
