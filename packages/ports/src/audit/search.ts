import type { AuditStorage, BlockTimes, PlaceOfPosting } from './audit-storage.ts';
import { type BlockBuilder, timesIn } from './block-builder.ts';
import {
  type Bitmap,
  bitmapOf,
  cutBitmap,
  emptyBitmap,
  filterBitmap,
  intersect,
  sizeOfBitmap,
  unite,
} from './postings.ts';
import { type AuditFilter, alternativesOf, type Terms } from './terms.ts';

/** Stored blocks that are read and combined at once, in a few milliseconds. */
const STRIDE = 16;

/** The blocks of a log: those at the end are in memory, those before are stored. */
export type Blocks = Readonly<{
  storage: AuditStorage;
  blockSize: number;
  /** Falling. */
  open: readonly BlockBuilder[];
  /** Rising. */
  closed: readonly BlockTimes[];
}>;

/** The matches in one block. `offsets` is undefined where only their number was needed. */
export type Matches = Readonly<{ block: number; count: number; offsets: Bitmap | undefined }>;

type Search = Readonly<{
  filter: AuditFilter;
  /** Only events before this `seq`. */
  before: number;
  /** Only the numbers of matches are needed. */
  isCount: boolean;
}>;

/** The matches by block, newest first, without blocks that have none. */
export async function* search(blocks: Blocks, wanted: Search): AsyncGenerator<Matches> {
  const alternatives = alternativesOf(wanted.filter);
  for (const builder of blocks.open) {
    if (!isWithin(blocks, wanted, builder)) continue;
    const found = inMemory(blocks, wanted, builder, alternatives);
    if (found.count > 0) yield found;
  }
  const closed = blocks.closed.filter((block) => isWithin(blocks, wanted, block)).toReversed();
  if (closed.length === 0) return;
  const counts = await blocks.storage.counts(alternatives.flat());
  let first = 0;
  const byLabel = alternatives.map((terms) => {
    const own = counts.slice(first, first + terms.length);
    first += terms.length;
    return { terms, counts: own };
  });
  for (let start = 0; start < closed.length; start += STRIDE)
    yield* inStorage(blocks, wanted, closed.slice(start, start + STRIDE), byLabel);
}

/** Whether any event of the block may match, by its place and time. */
const isWithin = (
  { blockSize }: Blocks,
  { filter: { from, until }, before }: Search,
  { block, earliest, latest }: BlockTimes,
): boolean => block * blockSize < before && latest >= (from ?? -Infinity) && earliest < (until ?? Infinity);

/** Whether some events of the block are outside the requested times. */
const isPartlyOutside = ({ from, until }: AuditFilter, { earliest, latest }: BlockTimes): boolean =>
  earliest < (from ?? -Infinity) || latest >= (until ?? Infinity);

function inMemory(blocks: Blocks, wanted: Search, builder: BlockBuilder, alternatives: readonly Terms[]): Matches {
  const found = emptyBitmap();
  for (const terms of alternatives) {
    if (terms.some((term) => builder.count(term) === 0)) continue;
    unite(found, intersected(terms.map((term) => builder.bitmap(term))));
  }
  return bounded(blocks, wanted, builder, found, (offset) => builder.timeAt(offset));
}

type ByLabel = Readonly<{ terms: Terms; counts: readonly ReadonlyMap<number, number>[] }>;

async function* inStorage(
  blocks: Blocks,
  wanted: Search,
  stride: readonly BlockTimes[],
  byLabel: readonly ByLabel[],
): AsyncGenerator<Matches> {
  const present = stride.map((times) => ({
    times,
    labels: byLabel.filter(({ counts }) => counts.every((count) => count.has(times.block))),
    isCutAt: wanted.before < (times.block + 1) * blocks.blockSize,
    isPartial: isPartlyOutside(wanted.filter, times),
  }));
  const isCounted = ({ labels, isCutAt, isPartial }: (typeof present)[number]): boolean =>
    wanted.isCount && !isCutAt && !isPartial && labels.every(({ terms }) => terms.length === 1);
  const places: PlaceOfPosting[] = present.flatMap((block) =>
    isCounted(block)
      ? []
      : block.labels.flatMap(({ terms }) => terms.map((term) => ({ term, block: block.times.block }))),
  );
  const postings = places.length === 0 ? [] : await blocks.storage.postings(places);
  let next = 0;
  for (const here of present) {
    const { block } = here.times;
    if (here.labels.length === 0) continue;
    if (isCounted(here)) {
      const count = here.labels.reduce((sum, { counts }) => sum + (counts[0]?.get(block) ?? 0), 0);
      yield { block, count, offsets: undefined };
      continue;
    }
    const found = emptyBitmap();
    for (const { terms } of here.labels) {
      const own = postings.slice(next, next + terms.length);
      next += terms.length;
      unite(
        found,
        intersected(own.map((posting) => (posting === undefined ? emptyBitmap() : bitmapOf(posting.offsets)))),
      );
    }
    const timeAt = here.isPartial ? timesIn(await blocks.storage.times(block)) : () => 0;
    const matches = bounded(blocks, wanted, here.times, found, timeAt);
    if (matches.count > 0) yield matches;
  }
}

function intersected([first = emptyBitmap(), ...others]: readonly Bitmap[]): Bitmap {
  for (const other of others) intersect(first, other);
  return first;
}

/** Drops events that are too new or outside of the times asked for. */
function bounded(
  { blockSize }: Blocks,
  { filter, before }: Search,
  times: BlockTimes,
  found: Bitmap,
  timeAt: (offset: number) => number,
): Matches {
  const { from = -Infinity, until = Infinity } = filter;
  cutBitmap(found, before - times.block * blockSize);
  if (isPartlyOutside(filter, times)) filterBitmap(found, (offset) => timeAt(offset) >= from && timeAt(offset) < until);
  return { block: times.block, count: sizeOfBitmap(found), offsets: found };
}
