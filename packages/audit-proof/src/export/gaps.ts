import { TILE_WIDTH } from '../tree/tiles.ts';

/** The events that an export lacks: one bit each, kept for bundles that lack any. */
export class ExportGaps {
  readonly #bundles = new Map<number, Uint8Array>();
  #count = 0;
  readonly #erased: { first: number; last: number }[] = [];
  #erasedCount = 0;

  /** Number of missing events whose erasure was not announced. */
  get count(): number {
    return this.#count;
  }

  /** Number of missing events whose erasure was announced. */
  get erased(): number {
    return this.#erasedCount;
  }

  /** The missing events whose erasure was announced, rising. */
  get erasedRanges(): readonly SeqRange[] {
    const ranges: { first: number; last: number }[] = [];
    for (const { first, last } of this.#erased.toSorted((one, other) => one.first - other.first)) {
      const open = ranges.at(-1);
      if (open?.last === first - 1) open.last = last;
      else ranges.push({ first, last });
    }
    return ranges;
  }

  add(seq: number): void {
    const index = Math.floor(seq / TILE_WIDTH);
    const bits = this.#bundles.get(index) ?? new Uint8Array(TILE_WIDTH / 8);
    this.#bundles.set(index, bits);
    bits[place(seq)] = (bits[place(seq)] ?? 0) | mask(seq);
    this.#count++;
  }

  /** The first event that is missing although no event announces its erasure. */
  first(): number | undefined {
    // Bundles are added in rising order, and a Map keeps the order of insertion.
    for (const index of this.#bundles.keys()) {
      for (let seq = index * TILE_WIDTH; seq < (index + 1) * TILE_WIDTH; seq++) if (this.#has(seq)) return seq;
    }
    return undefined;
  }

  /** Takes the erasure of these events as announced. */
  announce(ranges: readonly SeqRange[]): void {
    for (const { first, last } of ranges) {
      const end = Math.floor(last / TILE_WIDTH);
      for (let index = Math.floor(first / TILE_WIDTH); index <= end; index++) this.#announceIn(index, first, last);
    }
  }

  #announceIn(index: number, first: number, last: number): void {
    const bits = this.#bundles.get(index);
    if (bits === undefined) return;
    const end = Math.min(last, (index + 1) * TILE_WIDTH - 1);
    for (let seq = Math.max(first, index * TILE_WIDTH); seq <= end; seq++) {
      if (!this.#has(seq)) continue;
      bits[place(seq)] = (bits[place(seq)] ?? 0) & ~mask(seq);
      this.#count--;
      this.#erasedCount++;
      const open = this.#erased.at(-1);
      if (open?.last === seq - 1) open.last = seq;
      else this.#erased.push({ first: seq, last: seq });
    }
    if (bits.every((byte) => byte === 0)) this.#bundles.delete(index);
  }

  #has(seq: number): boolean {
    const bits = this.#bundles.get(Math.floor(seq / TILE_WIDTH));
    return bits !== undefined && ((bits[place(seq)] ?? 0) & mask(seq)) !== 0;
  }
}

const place = (seq: number): number => Math.floor((seq % TILE_WIDTH) / 8);
const mask = (seq: number): number => 1 << (seq % 8);

/** The events from `first` to `last`, both included. */
export type SeqRange = Readonly<{ first: number; last: number }>;

/** Writes numbers, in any order, as ranges. */
export function formatSeqRanges(seqs: readonly number[]): string {
  return rangesOf(seqs)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
    .join(',');
}

/** The ranges of numbers in any order, rising. */
export function rangesOf(seqs: readonly number[]): readonly SeqRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const seq of [...new Set(seqs)].sort((one, other) => one - other)) {
    const open = ranges.at(-1);
    if (open?.last === seq - 1) open.last = seq;
    else ranges.push({ first: seq, last: seq });
  }
  return ranges;
}

/** Ranges as an erasure event writes them: `3,7-9,12`. Undefined for another text. */
export function parseSeqRanges(text: string): readonly SeqRange[] | undefined {
  if (!/^\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*$/u.test(text)) return undefined;
  return text.split(',').map((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return { first, last };
  });
}
