import { IndexedLog, type IndexedLogOptions, refuseTooMany, refuseUnstored } from '@strongroom/audit-log';
import { HASH_BYTES, rootOf, TILE_WIDTH } from '@strongroom/audit-proof';
import type { AuditEvent, EventId } from '@strongroom/domain';
import {
  type AuditFilter,
  type AuditLog,
  type AuditPage,
  type ErasedPart,
  type ExaminedIndex,
  type Extent,
  type TreeHead,
  Unavailable,
} from '@strongroom/ports';
import { refuseNumbers } from '@strongroom/store-kit';
import { transact } from '../connection/transact.ts';
import { eraseEvents } from './erase.ts';
import { textsIn } from './rows.ts';
import type { Numbered } from './sequencer.ts';
import { type Asking, postgresqlAuditStorage } from './storage.ts';
import { edgeIn, entriesIn, mendTileIn, tileIn } from './tiles.ts';

/** Milliseconds after a commit within which its event is numbered, whether or not anyone reads the log. */
const NUMBERED_WITHIN_MS = 200;
/** Milliseconds before the next try, where the database failed. */
const AGAIN_MS = 1500;
/** Maximum number of entries or texts that are read at once. */
const MAX_READ = 256;

/** The audit log in one database of PostgreSQL. Commits add events that wait; a sequencer gives them their place. */
export class PostgresqlAuditLog implements AuditLog {
  readonly #asking: Asking;
  readonly #blockSize: number | undefined;
  readonly #index: IndexedLog;
  readonly #storage: ReturnType<typeof postgresqlAuditStorage>;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(asking: Asking, options: IndexedLogOptions = {}) {
    this.#asking = asking;
    this.#blockSize = options.blockSize;
    const onNumbered = ({ first, facets }: Numbered): void => this.#index.feed(first, facets);
    this.#storage = postgresqlAuditStorage(asking, onNumbered);
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
    return this.#asking.ask(async () => ({ size, root: rootOf(await edgeIn(this.#asking.sessions, size)) }));
  }

  async tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    refuseNumbers([level, index, width]);
    const { size } = await this.#extent();
    const reached = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    if (width < 1 || width > TILE_WIDTH || width > reached) return undefined;
    const tile = await this.#asking.ask(() => tileIn(this.#asking.sessions, { level, index, width }));
    return Uint8Array.from(tile.subarray(0, width * HASH_BYTES));
  }

  async mendTile(level: number, index: number, hashes: Uint8Array): Promise<void> {
    refuseUnstored((await this.#extent()).size, level, index, hashes);
    const { sessions, ask } = this.#asking;
    await ask((attempt) => transact(sessions, attempt, (session) => mendTileIn(session, level, index, hashes)));
  }

  examineIndex(most: number): Promise<ExaminedIndex> {
    return this.#index.examine(most);
  }

  mendIndex(block: number): Promise<void> {
    return this.#index.mend(block);
  }

  async entries(from: number, most: number): Promise<readonly Uint8Array[]> {
    const { sessions, ask } = this.#asking;
    const until = Math.min((await this.#extent()).size, from + most);
    const found: Uint8Array[] = [];
    for (let start = from; start < until; start += MAX_READ)
      found.push(...(await ask(() => entriesIn(sessions, start, Math.min(until, start + MAX_READ)))));
    return found;
  }

  async texts(from: number, most: number): Promise<readonly (string | undefined)[]> {
    const { sessions, ask } = this.#asking;
    const until = Math.min((await this.#extent()).size, from + most);
    const found: (string | undefined)[] = [];
    for (let start = from; start < until; start += MAX_READ)
      found.push(...(await ask(() => textsIn(sessions, start, Math.min(until, start + MAX_READ)))));
    return found;
  }

  async erase(seqs: readonly number[], part: ErasedPart): Promise<void> {
    refuseTooMany(seqs);
    refuseNumbers(seqs);
    const erasure = { seqs: [...new Set(seqs)], part, blockSize: this.#blockSize };
    await this.#extent();
    const { sessions, ask } = this.#asking;
    await ask((attempt) => transact(sessions, attempt, (session) => eraseEvents(session, erasure)));
  }

  /** Called after each commit with events. */
  onCommitted(): void {
    this.#schedule(NUMBERED_WITHIN_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Numbers what waits first. */
  #extent(): Promise<Extent> {
    return this.#storage.extent();
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#work(), milliseconds).unref();
  }

  /** Numbers what waits, and stores the index of full blocks. */
  async #work(): Promise<void> {
    let isDone = false;
    try {
      await this.#extent();
      if (this.#index.hasFullBlock) await this.#index.closeBlocks();
      isDone = true;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    } finally {
      this.#timer = undefined;
      if (!isDone) this.#schedule(AGAIN_MS);
    }
  }
}
