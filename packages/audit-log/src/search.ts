import { type AuditFilter, type BlockTimes, type PlaceOfPosting, type Terms } from '@strongroom/ports';
import { type BlockBuilder, timesIn } from './block-builder.ts';
import { type BlockMatches, type OffsetRange, openMatches } from './open-matches.ts';
import {
  addBits,
  type Bitmap,
  commonOffsets,
  cutBitmap,
  fallingOffsets,
  filterBitmap,
  sizeOfBitmap,
} from './postings.ts';
import type { StoredIndex } from './stored-index.ts';
import { alternativesOf } from './terms.ts';

/** Stored blocks that are read and combined at once, in a few milliseconds. */
const STRIDE = 16;

/** The blocks of a log: those at the end are in memory, those before are stored. */
export type LogBlocks = Readonly<{
  blockSize: number;
  /** Blocks in memory, newest first. */
  open: readonly BlockBuilder[];
  /** Stored blocks, oldest first. */
  closed: readonly BlockTimes[];
  stored: StoredIndex;
}>;

type Search = Readonly<{
  filter: AuditFilter;
  /** Only events before this `seq`. */
  before: number;
  /** Only blocks that reach this `seq`. */
  since: number;
  /** Only the numbers of matches are needed. */
  isCount: boolean;
}>;

/** The matches by block, newest first, without most of the blocks that have none. */
export async function* searchBlocks(blocks: LogBlocks, wanted: Search): AsyncGenerator<BlockMatches> {
  const alternatives = alternativesOf(wanted.filter);
  for (const builder of blocks.open) {
    if (!isWithin(blocks, wanted, builder)) continue;
    yield openMatches(builder, alternatives, offsetsWithin(blocks, wanted, builder));
  }
  const closed = blocks.closed.filter((block) => isWithin(blocks, wanted, block)).toReversed();
  const stretchAt = (at: number): number => blocks.stored.stretchOf(closed[at]?.block ?? 0);
  let stretch = -1;
  let byLabel: readonly ByLabel[] = [];
  for (let start = 0, end = 0; start < closed.length; start = end) {
    const number = stretchAt(start);
    end = start + 1;
    while (end < closed.length && end - start < STRIDE && stretchAt(end) === number) end += 1;
    // A page seldom needs more than the newest.
    if (number !== stretch) byLabel = await countsIn(blocks, alternatives, number);
    stretch = number;
    yield* inStorage(blocks, wanted, closed.slice(start, end), byLabel);
  }
}

async function countsIn(
  { stored }: LogBlocks,
  alternatives: readonly Terms[],
  stretch: number,
): Promise<readonly ByLabel[]> {
  const counts = await stored.counts(alternatives.flat(), stretch);
  let first = 0;
  return alternatives.map((terms) => {
    const own = counts.slice(first, first + terms.length);
    first += terms.length;
    return { terms, counts: own };
  });
}

/** Whether any event of the block may match, by its place and time. */
const isWithin = (
  { blockSize }: LogBlocks,
  { filter: { from, until }, before, since }: Search,
  { block, earliest, latest }: BlockTimes,
): boolean =>
  block * blockSize < before &&
  (block + 1) * blockSize > since &&
  latest >= (from ?? -Infinity) &&
  earliest < (until ?? Infinity);

const offsetsWithin = (
  { blockSize }: LogBlocks,
  { filter: { from = -Infinity, until = Infinity }, before }: Search,
  { block, earliest, latest }: BlockTimes,
): OffsetRange => ({
  end: Math.min(blockSize, before - block * blockSize),
  from,
  until,
  isPartial: earliest < from || latest >= until,
});

type ByLabel = Readonly<{ terms: Terms; counts: readonly ReadonlyMap<number, number>[] }>;

async function* inStorage(
  blocks: LogBlocks,
  wanted: Search,
  stride: readonly BlockTimes[],
  byLabel: readonly ByLabel[],
): AsyncGenerator<BlockMatches> {
  const present = stride.map((times) => ({
    times,
    labels: byLabel.filter(({ counts }) => counts.every((count) => count.has(times.block))),
    within: offsetsWithin(blocks, wanted, times),
  }));
  const isCounted = ({ labels, within: { end, isPartial } }: (typeof present)[number]): boolean =>
    wanted.isCount && end === blocks.blockSize && !isPartial && labels.every(({ terms }) => terms.length === 1);
  const places: PlaceOfPosting[] = present.flatMap((block) =>
    isCounted(block)
      ? []
      : block.labels.flatMap(({ terms }) => terms.map((term) => ({ term, block: block.times.block }))),
  );
  const postings = places.length === 0 ? [] : await blocks.stored.postings(places);
  let next = 0;
  for (const here of present) {
    const { block } = here.times;
    if (isCounted(here)) {
      const total = here.labels.reduce((sum, { counts }) => sum + (counts[0]?.get(block) ?? 0), 0);
      yield { block, count: () => total, highest: () => [] };
      continue;
    }
    let found: Bitmap | undefined;
    for (const { terms } of here.labels) {
      const own = postings.slice(next, next + terms.length);
      next += terms.length;
      const common = own.includes(undefined) ? undefined : commonOffsets(own.flatMap((one) => one?.offsets ?? []));
      if (found === undefined) found = common;
      else if (common !== undefined) addBits(found, common);
    }
    if (found === undefined) continue;
    const offsets = found;
    const { end, from, until, isPartial } = here.within;
    cutBitmap(offsets, end);
    if (isPartial) {
      const timeAt = timesIn(await blocks.stored.times(block));
      filterBitmap(offsets, (offset) => timeAt(offset) >= from && timeAt(offset) < until);
    }
    yield { block, count: () => sizeOfBitmap(offsets), highest: (most) => fallingOffsets(offsets, most) };
  }
}
