import { IndexedLog } from '@strongroom/audit-log';
import { Unavailable } from '@strongroom/ports';
import type { AddedEvents } from './sqlite-group-commit.ts';

/** The audit log in an SQLite file. Its events are written by the commits of the store. */
export class SqliteAuditLog extends IndexedLog {
  #closing: Promise<void> | undefined;
  #isWarm = false;

  /** Called after each transaction that added events. */
  onAdded({ first, facets }: AddedEvents): void {
    this.feed(first, facets);
    if (!this.#isWarm || this.hasFullBlock) this.#work();
  }

  /** Indexes earlier events, and stores the index of blocks that are full, between requests. */
  #work(): void {
    this.#isWarm = true;
    this.#closing ??= this.closeBlocks()
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
    return this.closeBlocks();
  }

  /** Resolves when it writes nothing more. */
  async idle(): Promise<void> {
    await this.#closing;
  }
}
