import { IndexedLog, type IndexedLogOptions, refuseTooMany } from '@strongroom/audit-log';
import { HASH_BYTES, rootOf, TILE_WIDTH } from '@strongroom/audit-proof';
import type { AuditEvent, EventId } from '@strongroom/domain';
import {
  type AuditFilter,
  type AuditLog,
  type AuditPage,
  type ErasedPart,
  type ExaminedIndex,
  type TreeHead,
  Unavailable,
} from '@strongroom/ports';
import { refuseNumbers } from '@strongroom/store-kit';
import { edgeAt, leavesAt, mendTile, sizeOfLog, tileAt } from './sqlite-audit-append.ts';
import { eraseEvents } from './sqlite-audit-erase.ts';
import { sqliteAuditStorage, textsIn } from './sqlite-audit-storage.ts';
import type { Connection } from './sqlite-connection.ts';
import type { Added } from './sqlite-group-commit.ts';
import { bytesOf } from './sqlite-statement.ts';

const ENTRIES = 'SELECT entry FROM events WHERE seq >= ?1 AND seq < ?2 ORDER BY seq';

/** Maximum number of entries or texts that are read at once. */
const MAX_READ = 1000;

type Store = Readonly<{
  look: <T>(read: (connection: Connection) => T) => Promise<T>;
  change: (write: (connection: Connection) => void) => Promise<void>;
}>;

/** The audit log in an SQLite file. Its events are written by the commits of the store. */
export class SqliteAuditLog implements AuditLog {
  readonly #store: Store;
  readonly #blockSize: number | undefined;
  readonly #index: IndexedLog;
  #closing: Promise<void> | undefined;
  #isWarm = false;

  constructor(store: Store, options: IndexedLogOptions = {}) {
    this.#store = store;
    this.#blockSize = options.blockSize;
    this.#index = new IndexedLog(sqliteAuditStorage(store.look, store.change), options);
  }

  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEvent[]> {
    return this.#index.list(filter, page);
  }

  count(filter: AuditFilter, atMost: number): Promise<number> {
    return this.#index.count(filter, atMost);
  }

  holding(ids: readonly EventId[]): Promise<readonly EventId[]> {
    return this.#index.holding(ids);
  }

  seqOf(id: EventId): Promise<number | undefined> {
    return this.#index.seqOf(id);
  }

  head(): Promise<TreeHead> {
    return this.#store.look((connection) => {
      const size = sizeOfLog(connection);
      return { size, root: rootOf(edgeAt(connection, size)) };
    });
  }

  tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    return this.#store.look((connection) => {
      const reached = Math.floor(sizeOfLog(connection) / TILE_WIDTH ** level) - index * TILE_WIDTH;
      if (width < 1 || width > TILE_WIDTH || width > reached) return undefined;
      const stored = tileAt(connection, level, index);
      const tile = level === 0 && stored.length === 0 ? leavesAt(connection, index, width) : stored;
      return Uint8Array.from(tile.subarray(0, width * HASH_BYTES));
    });
  }

  async mendTile(level: number, index: number, hashes: Uint8Array): Promise<void> {
    await this.#store.change((connection) => mendTile(connection, level, index, hashes));
  }

  examineIndex(most: number): Promise<ExaminedIndex> {
    return this.#index.examine(most);
  }

  mendIndex(block: number): Promise<void> {
    return this.#index.mend(block);
  }

  entries(from: number, most: number): Promise<readonly Uint8Array[]> {
    const until = from + Math.min(most, MAX_READ);
    return this.#store.look((connection) =>
      connection
        .sql(ENTRIES)
        .rows(from, until)
        .map((row) => bytesOf(row, 'entry')),
    );
  }

  async erase(seqs: readonly number[], part: ErasedPart): Promise<void> {
    refuseTooMany(seqs);
    refuseNumbers(seqs);
    const erased = [...new Set(seqs)];
    await this.#store.change((connection) => eraseEvents(connection, erased, part, this.#blockSize));
  }

  texts(from: number, most: number): Promise<readonly (string | undefined)[]> {
    return this.#store.look((connection) => textsIn(connection, from, from + Math.min(most, MAX_READ)));
  }

  /** Called after each transaction that added events. */
  onAdded({ first, facets }: Added): void {
    this.#index.feed(first, facets);
    if (!this.#isWarm || this.#index.hasFullBlock) this.#work();
  }

  /** Indexes earlier events, and stores the index of blocks that are full, between requests. */
  #work(): void {
    this.#isWarm = true;
    this.#closing ??= this.#index
      .closeBlocks()
      .catch((error: unknown) => {
        // A busy or closed store: the next commit tries again.
        if (!(error instanceof Unavailable)) throw error;
        this.#isWarm = false;
      })
      .finally(() => {
        this.#closing = undefined;
      });
  }

  /** Stores the index of every full block. */
  stored(): Promise<void> {
    return this.#index.closeBlocks();
  }

  /** Resolves when it writes nothing more. */
  async idle(): Promise<void> {
    await this.#closing;
  }
}
