import { IndexedLog, type IndexedLogOptions } from '@strongroom/audit-log';
import { type AuditStorage, Unavailable } from '@strongroom/ports';
import { postgresqlAuditStorage, type StorageCalls } from './storage.ts';

/** Milliseconds after a commit within which its event is numbered, whether or not anyone reads the log. */
const NUMBERED_WITHIN_MS = 200;
/** Milliseconds before the next try, where the database failed. */
const AGAIN_MS = 1500;

/** The audit log in one database of PostgreSQL. Commits add events that wait; a sequencer gives them their place. */
export class PostgresqlAuditLog extends IndexedLog {
  readonly #storage: AuditStorage;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(asking: StorageCalls, options?: IndexedLogOptions) {
    const storage = postgresqlAuditStorage(asking, ({ first, facets }) => this.feed(first, facets));
    super(storage, options);
    this.#storage = storage;
  }

  /** Called after each commit with events. */
  onCommitted(): void {
    this.#schedule(NUMBERED_WITHIN_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#work(), milliseconds).unref();
  }

  /** Numbers what waits, and stores the index of full blocks. */
  async #work(): Promise<void> {
    let isDone = false;
    try {
      await this.#storage.extent();
      if (this.hasFullBlock) await this.closeBlocks();
      isDone = true;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    } finally {
      this.#timer = undefined;
      if (!isDone) this.#schedule(AGAIN_MS);
    }
  }
}
