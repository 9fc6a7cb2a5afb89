import {
  type EncodedEvent,
  encodeEvent,
  eventText,
  facetsOfText,
  IndexedLog,
  type IndexedLogOptions,
  postingsOf,
  refuseTooMany,
  refuseUnstored,
  withoutOffsets,
} from '@strongroom/audit-log';
import { append, edgeFromTiles, emptyEdge, HASH_BYTES, leafHash, rootOf, TILE_WIDTH } from '@strongroom/audit-proof';
import type { AuditEvent, EventId, NewEvent } from '@strongroom/domain';
import {
  type AuditFilter,
  type AuditLog,
  type AuditPage,
  type AuditStorage,
  type ClosedBlock,
  DuplicateKey,
  type ErasedPart,
  type ExaminedIndex,
  type Posting,
  type TreeHead,
} from '@strongroom/ports';
import { hexSha256, newSalts, sha256 } from './sha256.ts';

type Row = Readonly<{ text: string | undefined; ip: string | null; entry: Uint8Array }>;

/** Shared with the storage of the index. */
type Stored = {
  readonly rows: Row[];
  readonly postings: Map<string, Map<number, Posting>>;
  readonly blocks: ClosedBlock[];
  erasures: number;
};

/** The audit log of a memory store. */
export class MemoryAuditLog implements AuditLog {
  readonly #stored: Stored = { rows: [], postings: new Map(), blocks: [], erasures: 0 };
  readonly #blockSize: number | undefined;
  readonly #seqs = new Map<EventId, number>();
  /** The first hashes of tiles, in place of computed ones. */
  readonly #mended = new Map<string, Uint8Array>();
  readonly #index: IndexedLog;
  readonly #refuseWhenClosed: () => void;

  constructor(refuseWhenClosed: () => void, options: IndexedLogOptions = {}) {
    this.#refuseWhenClosed = refuseWhenClosed;
    this.#index = new IndexedLog(storageOf(this.#stored, this.#seqs), options);
    this.#blockSize = options.blockSize;
  }

  /** Throws DuplicateKey, TypeError. */
  encode(events: readonly NewEvent[]): readonly EncodedEvent[] {
    const encoded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
    const ids = new Set<EventId>();
    for (const { id } of encoded) {
      if (this.#seqs.has(id) || ids.has(id)) throw new DuplicateKey('events', `id:${id}`);
      ids.add(id);
    }
    return encoded;
  }

  append(events: readonly EncodedEvent[]): void {
    for (const event of events) {
      const text = eventText(event, this.#stored.rows.length);
      this.#seqs.set(event.id, this.#stored.rows.length);
      this.#stored.rows.push({ text, ip: event.address?.ip ?? null, entry: sha256(text) });
    }
  }

  async list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEvent[]> {
    this.#refuseWhenClosed();
    const found = await this.#index.list(filter, page);
    await this.#closeBlocks();
    return found;
  }

  async count(filter: AuditFilter, atMost: number): Promise<number> {
    this.#refuseWhenClosed();
    return this.#index.count(filter, atMost);
  }

  async holding(ids: readonly EventId[]): Promise<readonly EventId[]> {
    this.#refuseWhenClosed();
    return this.#index.holding(ids);
  }

  async seqOf(id: EventId): Promise<number | undefined> {
    this.#refuseWhenClosed();
    return this.#index.seqOf(id);
  }

  async head(): Promise<TreeHead> {
    this.#refuseWhenClosed();
    const size = this.#stored.rows.length;
    const tiles = this.#tiles();
    const edge = edgeFromTiles(size, ({ level, index }) => tiles.get(`${level}/${index}`) ?? new Uint8Array());
    return { size, root: rootOf(edge) };
  }

  async tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    this.#refuseWhenClosed();
    const tile = this.#tiles().get(`${level}/${index}`);
    if (tile === undefined || width < 1 || width > TILE_WIDTH || tile.length < width * HASH_BYTES) return undefined;
    return tile.slice(0, width * HASH_BYTES);
  }

  async mendTile(level: number, index: number, hashes: Uint8Array): Promise<void> {
    this.#refuseWhenClosed();
    refuseUnstored(this.#stored.rows.length, level, index, hashes);
    const before = this.#mended.get(`${level}/${index}`) ?? new Uint8Array();
    this.#mended.set(`${level}/${index}`, withFirst(before, hashes));
  }

  async examineIndex(most: number): Promise<ExaminedIndex> {
    this.#refuseWhenClosed();
    return this.#index.examine(most);
  }

  async mendIndex(block: number): Promise<void> {
    this.#refuseWhenClosed();
    await this.#index.mend(block);
  }

  async entries(from: number, most: number): Promise<readonly Uint8Array[]> {
    this.#refuseWhenClosed();
    return this.#stored.rows.slice(from, from + most).map(({ entry }) => entry.slice());
  }

  async erase(seqs: readonly number[], part: ErasedPart): Promise<void> {
    this.#refuseWhenClosed();
    refuseTooMany(seqs);
    const { rows, blocks, postings } = this.#stored;
    const events = seqs.flatMap((seq) => {
      const text = rows[seq]?.text;
      return text === undefined ? [] : [{ seq, text }];
    });
    for (const { seq, text } of events) {
      const row = rows[seq];
      if (row !== undefined) rows[seq] = { ...row, ip: null, text: part === 'event' ? undefined : text };
    }
    if (part === 'address') return;
    for (const { term, block, offsets } of postingsOf(events, blocks.length, this.#blockSize)) {
      const known = postings.get(term)?.get(block);
      const left = known && withoutOffsets(known.offsets, offsets);
      if (left === undefined) postings.get(term)?.delete(block);
      else postings.get(term)?.set(block, { term, block, ...left });
    }
    this.#stored.erasures += 1;
  }

  async texts(from: number, most: number): Promise<readonly (string | undefined)[]> {
    this.#refuseWhenClosed();
    return this.#stored.rows.slice(from, from + most).map(({ text }) => text);
  }

  /** Every tile of the tree. */
  #tiles(): ReadonlyMap<string, Uint8Array> {
    const leaves = this.#stored.rows.map(({ entry }) => leafHash(entry));
    return new Map(
      append(emptyEdge, leaves).parts.map(({ level, index, hashes }) => {
        const name = `${level}/${index}`;
        return [name, withFirst(hashes, this.#mended.get(name) ?? new Uint8Array())];
      }),
    );
  }

  async #closeBlocks(): Promise<void> {
    if (this.#index.hasFullBlock) await this.#index.closeBlocks();
  }
}

const withFirst = (hashes: Uint8Array, first: Uint8Array): Uint8Array =>
  Buffer.concat([first, hashes.subarray(first.length)]);

function storageOf(stored: Stored, seqs: ReadonlyMap<EventId, number>): AuditStorage {
  const { rows, postings, blocks } = stored;
  return {
    extent: async () => ({ size: rows.length, closed: blocks.length, erasures: stored.erasures }),
    facets: async (from, until) =>
      rows.slice(from, until).map(({ text }) => (text === undefined ? undefined : facetsOfText(text))),
    events: async (wanted) =>
      wanted.flatMap((seq) => {
        const row = rows[seq];
        return row?.text === undefined ? [] : [{ seq, text: row.text, ip: row.ip }];
      }),
    holding: async (ids) => ids.filter((id) => seqs.has(id)),
    seqOf: async (id) => seqs.get(id),
    counts: async (terms) =>
      terms.map((term) => new Map(Array.from(postings.get(term) ?? [], ([block, { count }]) => [block, count]))),
    postings: async (places) => places.map(({ term, block }) => postings.get(term)?.get(block)),
    termCounts: async () => {
      const counts = new Map<number, number>();
      for (const { block } of filled(postings)) counts.set(block, (counts.get(block) ?? 0) + 1);
      return counts;
    },
    termsOf: async (block) => filled(postings).flatMap((posting) => (posting.block === block ? [posting.term] : [])),
    blockTimes: async (from) => blocks.slice(from),
    times: async (block) => blocks[block]?.times ?? new Uint8Array(),
    writePostings: async (some, erasures) => {
      if (erasures !== stored.erasures) return;
      for (const posting of some)
        postings.set(
          posting.term,
          (postings.get(posting.term) ?? new Map<number, Posting>()).set(posting.block, posting),
        );
    },
    closeBlock: async (block, erasures) => {
      if (erasures === stored.erasures && block.block <= blocks.length) blocks[block.block] = block;
    },
  };
}

const filled = (postings: Stored['postings']): readonly Posting[] =>
  [...postings.values()].flatMap((blocks) => [...blocks.values()]).filter(({ count }) => count > 0);
