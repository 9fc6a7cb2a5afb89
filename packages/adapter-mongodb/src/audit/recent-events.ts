import type { EncodedEvent } from '@strongroom/audit-log';

/** At most this many are remembered, some 3 MB; at 3 000 events a second, half of them wait for their number. */
const MAX_EVENTS = 2000;

/** Events of confirmed commits of this process, which need not be read to be numbered. */
export class RecentEvents {
  readonly #events = new Map<string, EncodedEvent>();

  /** INVARIANT: call it after their commit was confirmed. Before, another text may be stored under the same id. */
  add(events: readonly EncodedEvent[]): void {
    for (const event of events) this.#events.set(event.id, event);
    for (const id of this.#events.keys()) {
      if (this.#events.size <= MAX_EVENTS) return;
      this.#events.delete(id);
    }
  }

  get(id: string): EncodedEvent | undefined {
    return this.#events.get(id);
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#events.delete(id);
  }
}
