import { randomUUID } from 'node:crypto';
import { type EncodedEvent, IndexedLog, type IndexedLogOptions } from '@strongroom/audit-log';
import { Unavailable } from '@strongroom/ports';
import { takesLease } from './lease.ts';
import { RecentEvents } from './recent-events.ts';
import { type NumberingContext, numberEvents } from './sequencer.ts';
import { mongoAuditStorage, type StorageCalls } from './storage.ts';

/** Milliseconds after a commit within which its event is numbered, whether or not anyone reads the log. */
const NUMBERED_WITHIN_MS = 200;
/** Milliseconds before the next try, where another process numbers the events or the database failed. */
const AGAIN_MS = 1500;

/** The audit log in one database of MongoDB. Commits add pending events; a sequencer gives them their place. */
export class MongoAuditLog extends IndexedLog {
  readonly #asking: StorageCalls;
  readonly #holder = randomUUID();
  readonly #numbering: NumberingContext;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(asking: StorageCalls, options?: IndexedLogOptions) {
    const numbering: NumberingContext = {
      recent: new RecentEvents(),
      onNumbered: ({ first, facets }) => this.feed(first, facets),
    };
    super(mongoAuditStorage(asking, numbering), options);
    this.#asking = asking;
    this.#numbering = numbering;
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

  async #numberAll(): Promise<void> {
    const { connection, ask } = this.#asking;
    for (let isDone = false; !isDone; )
      isDone = await ask((attempt) => numberEvents(connection, attempt, this.#numbering));
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
      isDone = await ask((attempt) => takesLease(connection, this.#holder, attempt));
      if (isDone) await this.#numberAll();
      if (isDone && this.hasFullBlock) await this.closeBlocks();
    } catch (error) {
      isDone = false;
      if (!(error instanceof Unavailable)) throw error;
    } finally {
      this.#timer = undefined;
      if (!isDone) this.#schedule(AGAIN_MS);
    }
  }
}
