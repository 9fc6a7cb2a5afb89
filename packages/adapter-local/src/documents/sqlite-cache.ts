import type { StoredDocument } from '@strongroom/ports';
import { Generations } from './generations.ts';
import type { DocumentKeys, EncodedChange, EncodedDocument, KeyMove } from './sqlite-change.ts';
import { documentOf, textLength } from './sqlite-rows.ts';

/** Characters of the texts of all cached documents; decoded they take about three times as many bytes. */
const SIZE = 4 * 1024 * 1024;

/** The document, or null where there is none. */
type CachedDocument = StoredDocument | null;

/**
 * Decoded documents by id, and ids by unique key; null where there is none.
 *
 * INVARIANT: every entry equals what a read of the database would find. Commits of this connection update entries, and a
 * commit of another connection, which changes SQLite's `data_version`, drops them all.
 *
 * Updated rather than dropped: a hidden document that others change all the time would otherwise be read again for each
 * attempt to find it, and an absent one never. That would tell them apart by time.
 */
export class DocumentCache {
  readonly #documents = new Generations<CachedDocument>(SIZE);
  readonly #holders = new Generations<string | null>(SIZE / 8);

  /** `undefined`: not known. */
  byId(collection: string, id: string): CachedDocument | undefined {
    return this.#documents.get(collection, id);
  }

  /** `undefined`: not known. */
  byUniqueKey(collection: string, key: string): CachedDocument | undefined {
    const id = this.#holders.get(collection, key);
    return typeof id === 'string' ? this.byId(collection, id) : id;
  }

  /** `size`: the characters of the document's texts. */
  found(collection: string, document: StoredDocument, size: number): void {
    this.#documents.set(collection, document.id, document, size);
  }

  foundBy(collection: string, key: string, id: string | null): void {
    this.#holders.set(collection, key, id, 0);
  }

  missing(collection: string, id: string): void {
    this.#documents.set(collection, id, null, 0);
  }

  /** Updates the entries that a commit has changed. Call it after the commit has returned. */
  follow(changes: readonly EncodedChange[], moves: readonly KeyMove[]): void {
    for (const change of changes) this.#follow(change);
    for (const { collection, leaves } of moves) this.#moveKeys(collection, leaves, null);
    for (const { collection, id, takes } of moves) this.#moveKeys(collection, takes, id);
  }

  clear(): void {
    this.#documents.clear();
    this.#holders.clear();
  }

  #follow(change: EncodedChange): void {
    const { collection, id } = change;
    if ('expect' in change || !this.#documents.has(collection, id)) return;
    if ('remove' in change) {
      this.missing(collection, id);
      return;
    }
    if ('touch' in change) {
      const known = this.byId(collection, id);
      if (known) this.#documents.renew(collection, id, Object.freeze({ ...known, version: change.touch }));
      return;
    }
    const next = 'insert' in change ? change.insert : change.replace;
    this.found(collection, decoded(id, next), textLength(next.keysText, next.uniqueKeysText, next.body));
  }

  #moveKeys(collection: string, keys: DocumentKeys | undefined, id: string | null): void {
    for (const key of keys?.uniqueKeys ?? []) if (this.#holders.has(collection, key)) this.foundBy(collection, key, id);
  }
}

const decoded = (
  id: string,
  { version, schema, position, keysText, uniqueKeysText, body }: EncodedDocument,
): StoredDocument => documentOf({ id, version, schema, position, keys: keysText, unique_keys: uniqueKeysText, body });
