import { randomUUID } from 'node:crypto';
import {
  type EncodedEvent,
  IndexedLog,
  type IndexedLogOptions,
  refuseTooMany,
  refuseUnstored,
} from '@strongroom/audit-log';
import { HASH_BYTES, rootOf, TILE_WIDTH } from '@strongroom/audit-proof';
import type { AuditEvent, EventId } from '@strongroom/domain';
import {
  type AuditFilter,
  type AuditLog,
  type AuditPage,
  type AuditStorage,
  type ErasedPart,
  type ExaminedIndex,
  type Extent,
  type TreeHead,
  Unavailable,
} from '@strongroom/ports';
import { refuseNumbers } from '@strongroom/store-kit';
import { eraseEvents } from './erase.ts';
import { AUDIT, type EventRow, LOG } from './layout.ts';
import { isHeldBy } from './lease.ts';
import { RecentEvents } from './recent-events.ts';
import { type Numbering, sequence } from './sequencer.ts';
import { type Asking, mongoAuditStorage, textOf } from './storage.ts';
import { edgeIn, entriesIn, mendTileIn, tileIn } from './tiles.ts';
import { transact } from './transact.ts';

/** Milliseconds after a commit within which its event is numbered, whether or not anyone reads the log. */
const NUMBERED_WITHIN_MS = 200;
/** Milliseconds before the next try, where another process numbers the events or the database failed. */
const AGAIN_MS = 1500;
/** Maximum number of entries or texts that are read at once. */
const MAX_READ = 256;

/** The audit log in one database of MongoDB. Commits add pending events; a sequencer gives them their place. */
export class MongoAuditLog implements AuditLog {
  readonly #asking: Asking;
  readonly #blockSize: number | undefined;
  readonly #storage: AuditStorage;
  readonly #index: IndexedLog;
  readonly #holder = randomUUID();
  readonly #numbering: Numbering = {
    recent: new RecentEvents(),
    onNumbered: ({ first, facets }) => this.#index.feed(first, facets),
  };
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(asking: Asking, options: IndexedLogOptions = {}) {
    this.#asking = asking;
    this.#blockSize = options.blockSize;
    this.#storage = mongoAuditStorage(asking, this.#numbering);
    this.#index = new IndexedLog(this.#storage, options);
  }

  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEvent[]> {
    return this.#index.list(filter, page);
  }

  count(filter: AuditFilter, atMost: number): Promise<number> {
    return this.#index.count(filter, atMost);
  }

  async holding(ids: readonly EventId[]): Promise<readonly EventId[]> {
    return this.#index.holding(ids);
  }

  async seqOf(id: EventId): Promise<number | undefined> {
    return this.#index.seqOf(id);
  }

  async head(): Promise<TreeHead> {
    const { size } = await this.#extent();
    // The tiles of this size never change.
    return this.#asking.ask(async () => ({ size, root: rootOf(await edgeIn(this.#asking.connection, size)) }));
  }

  async tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    refuseNumbers([level, index, width]);
    const { size } = await this.#extent();
    const reached = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    if (width < 1 || width > TILE_WIDTH || width > reached) return undefined;
    const tile = await this.#asking.ask(() => tileIn(this.#asking.connection, { level, index, width }));
    return Uint8Array.from(tile.subarray(0, width * HASH_BYTES));
  }

  async mendTile(level: number, index: number, hashes: Uint8Array): Promise<void> {
    refuseUnstored((await this.#extent()).size, level, index, hashes);
    const { connection, ask } = this.#asking;
    await ask((attempt) =>
      transact(connection, attempt, async (session) => {
        // First, so that a sequencer, which writes tiles too, conflicts.
        const note = { q: { _id: 'extent' }, u: { $inc: { mended: 1 } } };
        await connection.run<never>({ update: LOG, updates: [note] }, session);
        await mendTileIn(connection, { level, index, hashes }, session);
      }),
    );
  }

  examineIndex(most: number): Promise<ExaminedIndex> {
    return this.#index.examine(most);
  }

  mendIndex(block: number): Promise<void> {
    return this.#index.mend(block);
  }

  async entries(from: number, most: number): Promise<readonly Uint8Array[]> {
    const { size } = await this.#extent();
    const until = Math.min(size, from + most);
    const found: Uint8Array[] = [];
    for (let start = from; start < until; start += MAX_READ)
      found.push(
        ...(await this.#asking.ask(() => entriesIn(this.#asking.connection, start, Math.min(until, start + MAX_READ)))),
      );
    return found;
  }

  async texts(from: number, most: number): Promise<readonly (string | undefined)[]> {
    const { size } = await this.#extent();
    const until = Math.min(size, from + most);
    const found: (string | undefined)[] = [];
    for (let start = from; start < until; start += MAX_READ)
      found.push(...(await this.#texts(start, Math.min(until, start + MAX_READ))));
    return found;
  }

  async erase(seqs: readonly number[], part: ErasedPart): Promise<void> {
    refuseTooMany(seqs);
    refuseNumbers(seqs);
    const erasure = { seqs: [...new Set(seqs)], part, blockSize: this.#blockSize };
    await this.#extent();
    await this.#asking.ask((attempt) => eraseEvents(this.#asking.connection, attempt, erasure));
  }

  /** Called after each commit with events. */
  onCommitted(events: readonly EncodedEvent[]): void {
    this.#numbering.recent.add(events);
    this.#schedule(NUMBERED_WITHIN_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #texts(from: number, until: number): Promise<readonly (string | undefined)[]> {
    const { connection, ask } = this.#asking;
    return ask(async () => {
      const { cursor } = await connection.run<EventRow>({
        find: AUDIT,
        filter: { seq: { $gte: from, $lt: until } },
        projection: { _id: 0, seq: 1, head: 1, tail: 1 },
        sort: { seq: 1 },
        batchSize: until - from + 1,
        readConcern: connection.snapshot,
      });
      return cursor.firstBatch.map(textOf);
    });
  }

  /** Numbers what waits first. */
  #extent(): Promise<Extent> {
    return this.#storage.extent();
  }

  #sequence(attempt: Parameters<typeof sequence>[1]): Promise<void> {
    return sequence(this.#asking.connection, attempt, this.#numbering);
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#work(), milliseconds).unref();
  }

  /** Numbers what waits, unless another process is about it, and stores the index of full blocks. */
  async #work(): Promise<void> {
    const { connection, ask } = this.#asking;
    let isDone = false;
    try {
      isDone = await ask((attempt) => isHeldBy(connection, this.#holder, attempt));
      if (isDone) await ask((attempt) => this.#sequence(attempt));
      if (isDone && this.#index.hasFullBlock) await this.#index.closeBlocks();
    } catch (error) {
      isDone = false;
      if (!(error instanceof Unavailable)) throw error;
    } finally {
      this.#timer = undefined;
      if (!isDone) this.#schedule(AGAIN_MS);
    }
  }
}
