import type { ListMeta } from '../generated/operations.ts';

/** One page of a list, and where it stands. */
export type Page<T> = Readonly<{ data: readonly T[]; meta: ListMeta }>;
/** Asks for the page behind a cursor; for the first one that was asked for where there is none. */
export type PageSource<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** A list of the service: nothing is asked for before somebody wants to see it. */
export class Listing<T> implements AsyncIterable<T> {
  readonly #source: PageSource<T>;

  constructor(source: PageSource<T>) {
    this.#source = source;
  }

  /** The first page, or the one that the query names, with the exact total. */
  page(): Promise<Page<T>> {
    return this.#source(undefined);
  }

  /** Everything at once. */
  async all(): Promise<readonly T[]> {
    const all: T[] = [];
    for await (const one of this) all.push(one);
    return all;
  }

  /** Everything from there on, page by page. What is added or removed meanwhile makes nothing come twice or be skipped. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const { data, meta } = await this.#source(cursor);
      yield* data;
      if (meta.next_cursor === null) return;
      cursor = meta.next_cursor;
    }
  }
}
