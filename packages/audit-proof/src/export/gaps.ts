import { TILE_WIDTH } from '../tree/tiles.ts';

/** The events that an export lacks: one bit each, kept for bundles that lack any. */
export class Gaps {
  readonly #bundles = new Map<number, Uint8Array>();
  #count = 0;
  #erased = 0;

  /** Number of missing events whose erasure was not announced. */
  get count(): number {
    return this.#count;
  }

  /** Number of missing events whose erasure was announced. */
  get erased(): number {
    return this.#erased;
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
      this.#erased++;
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

/** Ranges as an erasure event writes them: `3,7-9,12`. Undefined for another text. */
export function parseSeqRanges(text: string): readonly SeqRange[] | undefined {
  if (!/^\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*$/u.test(text)) return undefined;
  return text.split(',').map((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return { first, last };
  });
}
