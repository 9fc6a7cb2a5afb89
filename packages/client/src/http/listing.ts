import { StrongroomError } from '../base/error.ts';
import type { ListMeta } from '../generated/operations.ts';

/** One page of a list, and its position. */
export type Page<T> = Readonly<{ data: readonly T[]; meta: ListMeta }>;
/** Requests the page after a cursor; without one, the page that the query names. */
export type PageSource<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** A list of the service. Sends no request before it is read. */
export class Listing<T> implements AsyncIterable<T> {
  readonly #source: PageSource<T>;

  constructor(source: PageSource<T>) {
    this.#source = source;
  }

  /** The first page, or the one that the query names, with the exact total. */
  page(): Promise<Page<T>> {
    return this.#source(undefined);
  }

  /** All items at once. */
  async all(): Promise<readonly T[]> {
    const all: T[] = [];
    for await (const one of this) all.push(one);
    return all;
  }

  /** All items from that page on, page by page. Concurrent changes cause no repeated or skipped items. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const { data, meta } = await this.#source(cursor);
      yield* data;
      if (meta.next_cursor === null) return;
      // A server that is not the service could keep a reader for ever.
      if (meta.next_cursor === cursor) throw new StrongroomError('UNEXPECTED_ANSWER');
      cursor = meta.next_cursor;
    }
  }
}
