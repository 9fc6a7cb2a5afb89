import { type ClosedBlock, type Facets, type Posting } from '@strongroom/ports';
import { encodeOffsets } from './postings.ts';

/** The index of one block, in memory. */
export class BlockBuilder {
  readonly block: number;
  readonly #terms = new Map<string, number[]>();
  readonly #times: number[] = [];
  earliest = Number.POSITIVE_INFINITY;
  latest = Number.NEGATIVE_INFINITY;

  constructor(block: number) {
    this.block = block;
  }

  get size(): number {
    return this.#times.length;
  }

  /** Adds the next event; undefined for one that was erased. */
  add(facets: Facets | undefined): void {
    const offset = this.#times.length;
    this.#times.push(facets?.occurredAt ?? 0);
    if (facets === undefined) return;
    this.earliest = Math.min(this.earliest, facets.occurredAt);
    this.latest = Math.max(this.latest, facets.occurredAt);
    for (const term of facets.terms) {
      const offsets = this.#terms.get(term);
      if (offsets === undefined) this.#terms.set(term, [offset]);
      else offsets.push(offset);
    }
  }

  /** In ascending order. */
  offsets(term: string): readonly number[] {
    return this.#terms.get(term) ?? [];
  }

  timeAt(offset: number): number {
    return this.#times[offset] ?? 0;
  }

  *postings(): Generator<Posting> {
    for (const [term, offsets] of this.#terms)
      yield { term, block: this.block, count: offsets.length, offsets: encodeOffsets(offsets) };
  }

  closed(): ClosedBlock {
    const { block } = this;
    const isEmpty = this.earliest > this.latest;
    const [earliest, latest] = isEmpty ? [0, 0] : [this.earliest, this.latest];
    return { block, earliest, latest, times: encodeTimes(this.#times) };
  }
}

/** Milliseconds since 1970, as little-endian doubles. */
function encodeTimes(times: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(times.length * 8);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < times.length; index += 1) view.setFloat64(index * 8, times[index] ?? 0, true);
  return bytes;
}

export function timesIn(bytes: Uint8Array): (offset: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (offset) => view.getFloat64(offset * 8, true);
}
