import { type Terms } from '@strongroom/ports';
import { type BlockBuilder } from './block-builder.ts';

/** The matches in one block. */
export type BlockMatches = Readonly<{
  block: number;
  /** It may stop at `atMost`. */
  count: (atMost: number) => number;
  /** The highest offsets first. */
  highest: (most: number) => readonly number[];
}>;

/** The offsets of a block that a search may find, by place and by time. */
export type OffsetRange = Readonly<{ end: number; from: number; until: number; isPartial: boolean }>;

/** The matches of a block in memory. Looks at no more offsets than are asked for. */
export function openMatches(builder: BlockBuilder, alternatives: readonly Terms[], within: OffsetRange): BlockMatches {
  const postings = alternatives
    .map((terms) => terms.map((term) => builder.offsets(term)))
    .filter((offsets) => offsets.every(({ length }) => length > 0));
  const isWhole = within.end >= builder.size && !within.isPartial && postings.every(({ length }) => length === 1);
  return {
    block: builder.block,
    count: (atMost) =>
      isWhole
        ? postings.reduce((sum, [{ length } = []]) => sum + length, 0)
        : highest(builder, postings, within, atMost).length,
    highest: (most) => highest(builder, postings, within, most),
  };
}

/** No event is in two of the alternatives. */
function highest(
  builder: BlockBuilder,
  alternatives: readonly (readonly (readonly number[])[])[],
  within: OffsetRange,
  most: number,
): readonly number[] {
  const walks = alternatives.map((postings) => new Walk(builder, postings, within));
  const found: number[] = [];
  while (found.length < most) {
    let next: Walk | undefined;
    for (const walk of walks) if (walk.offset > (next?.offset ?? -1)) next = walk;
    if (next === undefined) break;
    found.push(next.offset);
    next.advance();
  }
  return found;
}

/** Walks through the offsets that several postings have in common, the highest first. */
class Walk {
  readonly #builder: BlockBuilder;
  readonly #fewest: readonly number[];
  readonly #others: readonly (readonly number[])[];
  readonly #within: OffsetRange;
  #at: number;
  /** The current match; negative after the last one. */
  offset = 0;

  constructor(builder: BlockBuilder, postings: readonly (readonly number[])[], within: OffsetRange) {
    this.#builder = builder;
    const [fewest = [], ...others] = postings.toSorted((one, other) => one.length - other.length);
    [this.#fewest, this.#others, this.#within] = [fewest, others, within];
    this.#at = placeOf(fewest, within.end);
    this.advance();
  }

  advance(): void {
    do {
      this.#at -= 1;
      this.offset = this.#fewest[this.#at] ?? -1;
    } while (this.offset >= 0 && !this.#isMatch(this.offset));
  }

  #isMatch(offset: number): boolean {
    const { isPartial, from, until } = this.#within;
    const time = isPartial ? this.#builder.timeAt(offset) : from;
    if (isPartial && (time < from || time >= until)) return false;
    return this.#others.every((other) => other[placeOf(other, offset)] === offset);
  }
}

/** Index of the first of rising offsets that is not below `offset`. */
function placeOf(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
