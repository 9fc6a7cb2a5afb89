import { edgeFromTiles, HASH_BYTES, partialTiles, rootOf, TILE_WIDTH } from '@strongroom/audit-proof';
import type { AuditEvent, EventId } from '@strongroom/domain';
import type {
  AuditFilter,
  AuditLog,
  AuditPage,
  AuditStorage,
  ErasedPart,
  ExaminedIndex,
  Extent,
  Facets,
  Posting,
  TreeHead,
} from '@strongroom/ports';
import { refuseInexactNumbers } from '@strongroom/store-kit';
import { BlockBuilder } from './block-builder.ts';
import { refuseLargeErasure } from './erasure.ts';
import { eventOfText } from './event-text.ts';
import { examineIndex, mendIndex } from './examine-index.ts';
import { facetsIn } from './facets.ts';
import { refuseUnstored } from './mending.ts';
import { BLOCK_EVENTS } from './postings.ts';
import { type LogBlocks, searchBlocks } from './search.ts';
import { StoredIndex } from './stored-index.ts';

export type IndexedLogOptions = Readonly<{
  /** Events of a block; smaller in tests. The same for every process of a store. */
  blockSize?: number;
  /** Blocks whose counts are read at once; fewer in tests. */
  stretch?: number;
}>;

/** Events read at once, in about a millisecond. */
const STRIDE = 256;
/** Postings written at once. */
const WRITTEN = 256;
/** Maximum number of events that are remembered until earlier ones are read. */
const MAX_FED = 20_000;
/** Maximum tries of a page while events of it are erased. */
const TRIES = 3;

/**
 * The audit log over the storage of a store. The index of full blocks is stored; that of the last events is in memory and
 * is brought up to date by every query, from what was fed or else from the store.
 */
export class IndexedLog implements AuditLog {
  readonly #storage: AuditStorage;
  readonly #blockSize: number;
  readonly #stretch: number | undefined;
  #open: BlockBuilder[] = [];
  #stored: StoredIndex;
  #erasures = -1;
  /** Events from the first on that are indexed. */
  #end = 0;
  #fed: Readonly<{ first: number; facets: readonly Facets[] }>[] = [];
  #fedSize = 0;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(storage: AuditStorage, { blockSize = BLOCK_EVENTS, stretch }: IndexedLogOptions = {}) {
    this.#storage = storage;
    this.#stored = new StoredIndex(storage, stretch);
    this.#blockSize = blockSize;
    this.#stretch = stretch;
  }

  async list(
    filter: AuditFilter,
    { limit, before = Number.MAX_SAFE_INTEGER, since = 0, offset = 0 }: AuditPage,
  ): Promise<readonly AuditEvent[]> {
    refuseInexactNumbers([limit, before, since, offset]);
    const wanted = { filter: copyOf(filter), before, since, isCount: false };
    for (let tries = 1; ; tries += 1) {
      const seqs = await this.#seqs(await this.#blocks(), wanted, { limit, offset });
      const found = new Map((await this.#storage.events(seqs)).map((event) => [event.seq, event]));
      if (found.size < seqs.length && tries < TRIES) continue;
      return seqs.flatMap((seq): AuditEvent[] => {
        const event = found.get(seq);
        return event === undefined ? [] : [eventOfText(event.text, event.ip)];
      });
    }
  }

  async count(filter: AuditFilter, atMost: number): Promise<number> {
    const wanted = { filter: copyOf(filter), before: Number.MAX_SAFE_INTEGER, since: 0, isCount: true };
    const blocks = await this.#blocks();
    let found = 0;
    if (atMost <= 0) return 0;
    for await (const { count } of searchBlocks(blocks, wanted)) {
      found += count(atMost - found);
      if (found >= atMost) return atMost;
    }
    return found;
  }

  async holding(ids: readonly EventId[]): Promise<readonly EventId[]> {
    return ids.length === 0 ? [] : this.#storage.holding([...ids]);
  }

  async seqOf(id: EventId): Promise<number | undefined> {
    // Numbers every event that was committed.
    await this.#storage.extent();
    return this.#storage.seqOf(id);
  }

  async head(): Promise<TreeHead> {
    const { size } = await this.#storage.extent();
    // The tiles of this size never change.
    const tiles = new Map<string, Uint8Array>();
    for (const tile of partialTiles(size)) tiles.set(nameOf(tile), await this.#storage.hashes(tile));
    return { size, root: rootOf(edgeFromTiles(size, (tile) => tiles.get(nameOf(tile)) ?? new Uint8Array())) };
  }

  async tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    refuseInexactNumbers([level, index, width]);
    const { size } = await this.#storage.extent();
    const reached = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    if (width < 1 || width > TILE_WIDTH || width > reached) return undefined;
    const hashes = await this.#storage.hashes({ level, index, width });
    return Uint8Array.from(hashes.subarray(0, width * HASH_BYTES));
  }

  async mendTile(level: number, index: number, hashes: Uint8Array): Promise<void> {
    refuseUnstored((await this.#storage.extent()).size, level, index, hashes);
    await this.#storage.mendTile(level, index, hashes);
  }

  entries(from: number, most: number): Promise<readonly Uint8Array[]> {
    return this.#inStrides(from, most, (start, until) => this.#storage.entries(start, until));
  }

  texts(from: number, most: number): Promise<readonly (string | undefined)[]> {
    return this.#inStrides(from, most, (start, until) => this.#storage.texts(start, until));
  }

  async erase(seqs: readonly number[], part: ErasedPart): Promise<void> {
    refuseLargeErasure(seqs);
    refuseInexactNumbers(seqs);
    // Numbers every event that was committed.
    await this.#storage.extent();
    await this.#storage.erase({ seqs: [...new Set(seqs)], part, blockSize: this.#blockSize });
  }

  examineIndex(most: number): Promise<ExaminedIndex> {
    return examineIndex(this.#storage, this.#blockSize, most);
  }

  async mendIndex(block: number): Promise<void> {
    await mendIndex(this.#storage, this.#blockSize, block);
    // Bounds of times are remembered; the next query reads them again. Other processes keep them until they start again.
    this.#erasures = -1;
  }

  /** Adds committed events to the index in memory, so that they need not be read again. */
  feed(first: number, facets: readonly Facets[]): void {
    if (this.#fedSize > MAX_FED) [this.#fed, this.#fedSize] = [[], 0];
    this.#fed.push({ first, facets });
    this.#fedSize += facets.length;
    if (this.#erasures >= 0) this.#digest();
  }

  /** Whether the first open block is full, so that `closeBlocks` has something to do. */
  get hasFullBlock(): boolean {
    return (this.#open[0]?.size ?? 0) >= this.#blockSize;
  }

  /** Indexes events that were not fed, and stores the index of blocks that are full, a few rows at a time. */
  closeBlocks(): Promise<void> {
    this.#closing ??= this.#closeAll().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (;;) {
      // The first open block only: a log may have any number of blocks that another process has filled and not indexed.
      const { size, ...extent } = await this.#storage.extent();
      await this.#index({ ...extent, size: Math.min(size, (extent.closed + 1) * this.#blockSize) });
      const [builder] = this.#open;
      if (builder === undefined || builder.size < this.#blockSize) return;
      const erasures = this.#erasures;
      let rows: Posting[] = [];
      for (const posting of builder.postings()) {
        rows.push(posting);
        if (rows.length < WRITTEN) continue;
        await this.#storage.writePostings(rows, erasures);
        rows = [];
      }
      if (rows.length > 0) await this.#storage.writePostings(rows, erasures);
      await this.#storage.closeBlock(builder.closed(), erasures);
    }
  }

  async #inStrides<T>(
    from: number,
    most: number,
    read: (start: number, until: number) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const until = Math.min((await this.#storage.extent()).size, from + most);
    const found: T[] = [];
    for (let start = from; start < until; start += STRIDE)
      found.push(...(await read(start, Math.min(until, start + STRIDE))));
    return found;
  }

  async #seqs(
    blocks: LogBlocks,
    wanted: Parameters<typeof searchBlocks>[1],
    { limit, offset }: Readonly<{ limit: number; offset: number }>,
  ): Promise<readonly number[]> {
    const seqs: number[] = [];
    let skipped = 0;
    if (limit <= 0) return seqs;
    for await (const { block, highest } of searchBlocks(blocks, wanted)) {
      const left = offset - skipped;
      const first = wanted.since - block * this.#blockSize;
      const offsets = highest(left + limit - seqs.length).filter((at) => at >= first);
      skipped += Math.min(left, offsets.length);
      for (const at of offsets.slice(left)) seqs.push(block * this.#blockSize + at);
      if (seqs.length >= limit) break;
    }
    return seqs;
  }

  /** The index of every event that was committed when this was called. */
  async #blocks(): Promise<LogBlocks> {
    let extent = await this.#storage.extent();
    if (this.#isBehind(extent)) {
      // A process that cannot write the index keeps all of it in memory.
      await this.closeBlocks().catch(() => undefined);
      extent = await this.#storage.extent();
    }
    await this.#index(extent);
    return {
      blockSize: this.#blockSize,
      open: this.#open.toReversed(),
      closed: this.#stored.blocks,
      stored: this.#stored,
    };
  }

  /** Whether more than a block is not indexed. */
  #isBehind({ size, closed }: Extent): boolean {
    return size - Math.max(this.#end, closed * this.#blockSize) > this.#blockSize;
  }

  /** Indexes the events of an extent, after those of earlier calls. */
  async #index(extent: Extent): Promise<void> {
    const reached = this.#last.then(() => this.#reach(extent));
    this.#last = reached.catch(() => undefined);
    await reached;
  }

  async #reach({ size, closed, erasures }: Extent): Promise<void> {
    if (erasures > this.#erasures) {
      [this.#open, this.#stored, this.#end] = [[], new StoredIndex(this.#storage, this.#stretch), 0];
      // Fed before the erasure, and perhaps erased.
      [this.#fed, this.#fedSize] = [[], 0];
      this.#erasures = erasures;
    }
    await this.#stored.growTo(closed);
    const indexed = this.#stored.blocks.length;
    this.#open = this.#open.filter(({ block }) => block >= indexed);
    this.#end = Math.max(this.#end, indexed * this.#blockSize);
    for (this.#digest(); this.#end < size; this.#digest()) {
      const until = Math.min(size, this.#end + STRIDE);
      for (const facets of await facetsIn(this.#storage, this.#end, until)) this.#add(facets);
    }
  }

  /** Indexes what was fed and follows the events that are indexed. */
  #digest(): void {
    for (;;) {
      const [next] = this.#fed;
      if (next === undefined || next.first > this.#end) return;
      this.#fed.shift();
      this.#fedSize -= next.facets.length;
      for (const facets of next.facets.slice(this.#end - next.first)) this.#add(facets);
    }
  }

  #add(facets: Facets | undefined): void {
    const block = Math.floor(this.#end / this.#blockSize);
    let builder = this.#open.at(-1);
    if (builder?.block !== block) {
      builder = new BlockBuilder(block);
      this.#open.push(builder);
    }
    builder.add(facets);
    this.#end += 1;
  }
}

const nameOf = ({ level, index }: Readonly<{ level: number; index: number }>): string => `${level}/${index}`;

/** The caller may change its filter while it is used. */
const copyOf = (filter: AuditFilter): AuditFilter => ({ ...filter, labels: [...filter.labels] });
