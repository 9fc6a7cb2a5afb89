import type { StoredDocument } from '@strongroom/ports';
import { EntriesByKeys } from './sqlite-by-keys.ts';
import type { DocumentCache } from './sqlite-cache.ts';
import type { KeyMove } from './sqlite-change.ts';

/** The ids of a page of a list. */
type PageIds = Readonly<{ name: string; collection: string; keys: ReadonlySet<string>; ids: readonly string[] }>;

/** A page of a list: all that decides which documents it has, and the list keys among it. */
export type NamedPage = Readonly<{ collection: string; name: string; anyOf: readonly string[] }>;

/** Maximum number of pages; one of 20 takes about 2 kB. */
const MAX_PAGES = 500;
/** Maximum number of names of pages that were read once. */
const MAX_NAMES = 1000;

/**
 * The ids of pages that were read twice: a caller who goes through a long list reads each page once. A commit of this connection
 * drops the pages whose list keys it gave to a document or took from one, and a commit of another connection drops all. A change
 * of a document that stays in its places drops none, so the time of a list does not tell that a document changed which the
 * caller leaves out of an answer.
 */
export class ListPages {
  readonly #pages = new EntriesByKeys<PageIds>(MAX_PAGES);
  readonly #read = new Set<string>();

  /** The documents of a page, if the page and all its documents are in memory. Call it after `refresh`. */
  recall({ collection, name }: NamedPage, cache: DocumentCache): readonly StoredDocument[] | undefined {
    const page = this.#pages.recall(name);
    if (page === undefined) return undefined;
    const found: StoredDocument[] = [];
    for (const id of page.ids) {
      const document = cache.byId(collection, id);
      if (!document) return undefined;
      found.push(document);
    }
    return found;
  }

  /** Call it within the transaction that read the page, after `refresh`. */
  read({ collection, name, anyOf }: NamedPage, ids: readonly string[]): void {
    if (!this.#read.has(name)) {
      if (this.#read.size >= MAX_NAMES) this.#read.clear();
      this.#read.add(name);
      return;
    }
    this.#pages.remember({ name, collection, keys: new Set(anyOf), ids });
  }

  /** Call it after the commit has returned, with all its moves. */
  follow(moves: readonly KeyMove[]): void {
    for (const { collection, leaves, takes } of moves)
      for (const page of this.#pages.under(collection, leaves?.keys ?? [], takes?.keys ?? [])) this.#pages.drop(page);
  }

  forget(): void {
    this.#pages.clear();
  }
}
