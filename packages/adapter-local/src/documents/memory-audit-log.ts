import {
  type EncodedEvent,
  encodeEvent,
  eventText,
  IndexedLog,
  type IndexedLogOptions,
  postingsOf,
  withoutOffsets,
} from '@strongroom/audit-log';
import { appendLeaves, emptyEdge, leafHash } from '@strongroom/audit-proof';
import type { AuditEvent, EventId, NewEvent } from '@strongroom/domain';
import {
  type AuditFilter,
  type AuditPage,
  type AuditStorage,
  type ClosedBlock,
  DuplicateKey,
  type Erasure,
  type Posting,
} from '@strongroom/ports';
import { hexSha256, newSalts, sha256 } from '@strongroom/store-kit/node';

type Row = Readonly<{ text: string | undefined; ip: string | null; entry: Uint8Array }>;

/** Shared with the storage of the index. */
type Stored = {
  readonly seqs: Map<EventId, number>;
  readonly rows: Row[];
  readonly postings: Map<string, Map<number, Posting>>;
  readonly blocks: ClosedBlock[];
  /** The first hashes of tiles, in place of computed ones. */
  readonly mended: Map<string, Uint8Array>;
  erasures: number;
};

/** The audit log of a memory store. */
export class MemoryAuditLog extends IndexedLog {
  readonly #stored: Stored;

  constructor(refuseWhenClosed: () => void, options?: IndexedLogOptions) {
    const stored: Stored = {
      seqs: new Map(),
      rows: [],
      postings: new Map(),
      blocks: [],
      mended: new Map(),
      erasures: 0,
    };
    super(storageOf(stored, refuseWhenClosed), options);
    this.#stored = stored;
  }

  /** Throws DuplicateKey, TypeError. */
  encode(events: readonly NewEvent[]): readonly EncodedEvent[] {
    const encoded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
    const ids = new Set<EventId>();
    for (const { id } of encoded) {
      if (this.#stored.seqs.has(id) || ids.has(id)) throw new DuplicateKey('events', `id:${id}`);
      ids.add(id);
    }
    return encoded;
  }

  append(events: readonly EncodedEvent[]): void {
    for (const event of events) {
      const text = eventText(event, this.#stored.rows.length);
      this.#stored.seqs.set(event.id, this.#stored.rows.length);
      this.#stored.rows.push({ text, ip: event.address?.ip ?? null, entry: sha256(text) });
    }
  }

  override async list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEvent[]> {
    const found = await super.list(filter, page);
    if (this.hasFullBlock) await this.closeBlocks();
    return found;
  }
}

const withFirst = (hashes: Uint8Array, first: Uint8Array): Uint8Array =>
  Buffer.concat([first, hashes.subarray(first.length)]);

function storageOf(stored: Stored, refuseWhenClosed: () => void): AuditStorage {
  const { seqs, rows, postings, blocks, mended } = stored;
  return {
    extent: async () => {
      refuseWhenClosed();
      return { size: rows.length, closed: blocks.length, erasures: stored.erasures };
    },
    texts: async (from, until) => rows.slice(from, until).map(({ text }) => text),
    entries: async (from, until) => rows.slice(from, until).map(({ entry }) => entry.slice()),
    hashes: async ({ level, index }) => tilesOf(stored).get(`${level}/${index}`) ?? new Uint8Array(),
    mendTile: async (level, index, hashes) => {
      const before = mended.get(`${level}/${index}`) ?? new Uint8Array();
      mended.set(`${level}/${index}`, withFirst(before, hashes));
    },
    erase: async (erasure) => erase(stored, erasure),
    events: async (wanted) =>
      wanted.flatMap((seq) => {
        const row = rows[seq];
        return row?.text === undefined ? [] : [{ seq, text: row.text, ip: row.ip }];
      }),
    holding: async (ids) => {
      refuseWhenClosed();
      return ids.filter((id) => seqs.has(id));
    },
    seqOf: async (id) => seqs.get(id),
    counts: async (terms, from, until) =>
      terms.map((term) => {
        const counts = Array.from(postings.get(term) ?? [], ([block, { count }]) => [block, count] as const);
        return new Map(counts.filter(([block]) => block >= from && block < until));
      }),
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

function erase(stored: Stored, { seqs, part, blockSize }: Erasure): void {
  const { rows, blocks, postings } = stored;
  const events = seqs.flatMap((seq) => {
    const text = rows[seq]?.text;
    return text === undefined ? [] : [{ seq, text }];
  });
  for (const { seq, text } of events) {
    const row = rows[seq];
    if (row !== undefined) rows[seq] = { ...row, ip: null, text: part === 'event' ? undefined : text };
  }
  if (part === 'address') return;
  for (const { term, block, offsets } of postingsOf(events, blocks.length, blockSize)) {
    const known = postings.get(term)?.get(block);
    const left = known && withoutOffsets(known.offsets, offsets);
    if (left === undefined) postings.get(term)?.delete(block);
    else postings.get(term)?.set(block, { term, block, ...left });
  }
  stored.erasures += 1;
}

/** Every tile of the tree. */
function tilesOf({ rows, mended }: Stored): ReadonlyMap<string, Uint8Array> {
  const leaves = rows.map(({ entry }) => leafHash(entry));
  return new Map(
    appendLeaves(emptyEdge, leaves).parts.map(({ level, index, hashes }) => {
      const name = `${level}/${index}`;
      return [name, withFirst(hashes, mended.get(name) ?? new Uint8Array())];
    }),
  );
}
