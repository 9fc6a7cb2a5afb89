import type { Result } from '../calls/caller.ts';
import type { FileCalls } from '../calls/files.ts';
import type { Download } from '../generated/operations.ts';
import { type Clock, systemClock } from '../http/clock.ts';
import { inGroups, MAX_GROUP, MAX_GROUP_BYTES, totalBytes } from './in-groups.ts';
import { prefetchOne } from './prefetch.ts';
import { resultAt } from './result-at.ts';
import { whileWanted } from './while-wanted.ts';

type WantedFile = Readonly<{ id: string; version?: number | undefined; size?: number | undefined }>;

export type AddressedFile<T> = Readonly<{
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
  clock?: Clock | undefined;
}>;

/** An address works for 60 seconds by default. A group that was used up sooner than this is followed by a larger one. */
const QUICK_MS = 5_000;
/** A group that took longer is followed by a smaller one. */
const SLOW_MS = 15_000;
/** Bytes of a group that is fetched soon, even on a slow line. */
const SMALL_BYTES = 4 * 1_048_576;

type AnsweredGroup<T> = Readonly<{ group: readonly T[]; asked: readonly T[]; results: readonly Result<Download>[] }>;

/**
 * Asks for the addresses of many files in groups, and not much earlier than they are used. Small files are asked for a
 * hundred at a time, and the next hundred meanwhile; for others the size of a group follows the time that the one before
 * lasted.
 */
export async function* downloadAddresses<T extends WantedFile>(
  files: FileCalls,
  items: Iterable<T> | AsyncIterable<T>,
  { first, isWanted, signal, clock = systemClock }: Options<T>,
): AsyncGenerator<AddressedFile<T>, void> {
  let most = Math.min(first, MAX_GROUP);
  const isFull = (group: readonly T[]) =>
    group.length >= MAX_GROUP || totalBytes(group) >= MAX_GROUP_BYTES || (group.length >= most && !isSmall(group));

  async function* groups(): AsyncGenerator<AnsweredGroup<T>, void> {
    for await (const group of inGroups(whileWanted(items, signal), isFull)) {
      const areWanted = await Promise.all(group.map(isWanted));
      // A single file is asked for when its turn comes.
      const asked = group.length === 1 ? [] : group.filter((_, index) => areWanted[index]);
      const body = {
        items: asked.map(({ id, version }) => ({ file_id: id, ...(version !== undefined && { version }) })),
      };
      const results = asked.length === 0 ? [] : await files.downloadMany(body, { signal });
      yield { group, asked, results };
    }
  }

  for await (const { group, asked, results } of prefetchOne(groups(), (one) => isSmall(one.group))) {
    const began = clock.now();
    for (const item of group) {
      let place = asked.indexOf(item);
      const download = async () => {
        if (place < 0) return files.download(item.id, { version: item.version, signal });
        const released = resultAt(results, place);
        place = -1;
        return released;
      };
      yield { item, download };
    }
    const lasted = clock.now() - began;
    if (lasted < QUICK_MS) most = Math.min(most * 2, MAX_GROUP);
    else if (lasted > SLOW_MS) most = Math.max(1, Math.floor(most / 2));
  }
}

const isSmall = (group: readonly WantedFile[]): boolean =>
  group.every(({ size }) => size !== undefined) && totalBytes(group) <= SMALL_BYTES;
