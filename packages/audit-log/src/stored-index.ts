import { type AuditStorage, type BlockTimes, type PlaceOfPosting, type Posting } from '@strongroom/ports';

type Counts = ReadonlyMap<number, number>;
const NONE: Counts = new Map();

/** Numbers of events by term and block that are remembered: about one megabyte. */
const REMEMBERED = 20_000;
/** Blocks whose counts are read at once: 67 million events. */
const STRETCH = 1024;
/** A term without any event takes as much memory as this many numbers, and a query may ask for any term. */
const TERM = 16;

/** The stored index of full blocks as it is between two erasures, when only blocks are added to it. */
export class StoredIndex {
  readonly #storage: AuditStorage;
  readonly #stretch: number;
  #blocks: readonly BlockTimes[] = [];
  /** Least recently used first. */
  readonly #counts = new Map<string, Counts>();
  #remembered = 0;
  readonly #reads = new Map<string, Promise<readonly (Posting | undefined)[]>>();

  constructor(storage: AuditStorage, stretch = STRETCH) {
    this.#storage = storage;
    this.#stretch = stretch;
  }

  /** In ascending order. */
  get blocks(): readonly BlockTimes[] {
    return this.#blocks;
  }

  /** Reads the bounds of blocks up to `closed`. */
  async growTo(closed: number): Promise<void> {
    const known = this.#blocks.length;
    if (closed <= known) return;
    const added = (await this.#storage.blockTimes(known)).slice(0, closed - known);
    this.#blocks = [...this.#blocks, ...added];
    this.#counts.clear();
    this.#remembered = 0;
  }

  /** The stretch of blocks that a block is in. */
  stretchOf(block: number): number {
    return Math.floor(block / this.#stretch);
  }

  /** For each term, the number of events by block, in one stretch of blocks. */
  async counts(terms: readonly string[], stretch: number): Promise<readonly Counts[]> {
    const blocks = this.#blocks;
    const keyOf = (term: string): string => `${stretch} ${term}`;
    const counts = new Map(terms.map((term) => [term, this.#counts.get(keyOf(term))]));
    const unknown = terms.filter((term) => counts.get(term) === undefined);
    const from = stretch * this.#stretch;
    const read = unknown.length === 0 ? [] : await this.#storage.counts(unknown, from, from + this.#stretch);
    for (const [index, term] of unknown.entries()) counts.set(term, read[index]);
    // A block that was added meanwhile may have been read without some of its terms.
    if (blocks === this.#blocks) for (const [term, own] of counts) this.#remember(keyOf(term), own);
    return terms.map((term) => counts.get(term) ?? NONE);
  }

  #remember(key: string, counts: Counts = NONE): void {
    this.#forget(key);
    this.#counts.set(key, counts);
    this.#remembered += counts.size + TERM;
    for (const oldest of this.#counts.keys()) {
      if (this.#remembered <= REMEMBERED) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const counts = this.#counts.get(key);
    if (counts === undefined) return;
    this.#counts.delete(key);
    this.#remembered -= counts.size + TERM;
  }

  /** The page and the number of its list ask for the same postings at the same time, which are read once. */
  postings(places: readonly PlaceOfPosting[]): Promise<readonly (Posting | undefined)[]> {
    const key = places.map(({ term, block }) => `${block} ${term}`).join('\n');
    const running = this.#reads.get(key);
    if (running !== undefined) return running;
    const read = this.#storage.postings(places).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  times(block: number): Promise<Uint8Array> {
    return this.#storage.times(block);
  }
}
