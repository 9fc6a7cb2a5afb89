import type { Selection } from '@strongroom/ports';
import { EntriesByKeys } from './sqlite-by-keys.ts';

/** Keys of a document before and after a change; absent for an insert or a remove. */
export type KeyChange = Readonly<{ collection: string; before?: readonly string[]; after?: readonly string[] }>;

/** The connection. */
type Refresher = Readonly<{ refresh: () => void }>;

/** `isFloor`: the count stopped at a bound, so there are at least `found`. */
type Total = {
  readonly name: string;
  readonly collection: string;
  readonly keys: ReadonlySet<string>;
  found: number;
  readonly isFloor: boolean;
};

/** A bounded count in progress, with the effect of concurrent commits on its documents. */
export type CountInProgress = {
  readonly name: string;
  readonly collection: string;
  readonly keys: ReadonlySet<string>;
} & {
  removed: number;
  isTouched: boolean;
};

/** Maximum number of stored totals. */
const MOST = 1000;

/**
 * Totals that are counted once and updated by every commit of this connection, so that the cost of a first page does not depend
 * on the length of the list. A commit of another process changes SQLite's `data_version`, and totals are counted again.
 */
export class ListTotals {
  readonly #totals = new EntriesByKeys<Total>(MOST);
  readonly #watches = new Set<CountInProgress>();

  /** The total of a selection, counted by `count` if unknown. Call it within a transaction. */
  of(connection: Refresher, collection: string, selection: Selection, count: () => number): number {
    if (isOfStretch(selection)) return count();
    connection.refresh();
    const known = this.recall(collection, selection);
    if (known !== undefined) return known;
    const found = count();
    this.#totals.remember({ ...totalOf(collection, selection), found, isFloor: false });
    return found;
  }

  /**
   * The total of a selection up to `atMost`, or the count in progress, which `settle` ends. Call it within a
   * transaction.
   */
  upTo(connection: Refresher, collection: string, selection: Selection, atMost: number): number | CountInProgress {
    connection.refresh();
    const known = this.recallUpTo(collection, selection, atMost);
    if (known !== undefined) return known;
    const watch = { ...totalOf(collection, selection), removed: 0, isTouched: false };
    if (!isOfStretch(selection)) this.#watches.add(watch);
    return watch;
  }

  /** The total of a selection, if it is known. Call it after `refresh`. */
  recall(collection: string, selection: Selection): number | undefined {
    const known = isOfStretch(selection) ? undefined : this.#totals.recall(nameOf(collection, selection));
    return known === undefined || known.isFloor ? undefined : known.found;
  }

  /** The total of a selection up to `atMost`, if it is known. Call it after `refresh`. */
  recallUpTo(collection: string, selection: Selection, atMost: number): number | undefined {
    const known = isOfStretch(selection) ? undefined : this.#totals.recall(nameOf(collection, selection));
    if (known === undefined || (known.isFloor && known.found < atMost)) return undefined;
    return Math.min(known.found, atMost);
  }

  /** Stores what one statement counted up to `atMost`. Call it within the same transaction. */
  counted(collection: string, selection: Selection, found: number, atMost: number): void {
    if (!isOfStretch(selection))
      this.#totals.remember({ ...totalOf(collection, selection), found, isFloor: found >= atMost });
  }

  /** Stores the count of a watch if concurrent commits leave it certain. */
  settle(connection: Refresher, watch: CountInProgress, { found, isFloor }: Pick<Total, 'found' | 'isFloor'>): void {
    connection.refresh();
    if (!this.#watches.delete(watch) || (watch.isTouched && !isFloor)) return;
    this.#totals.remember({
      name: watch.name,
      collection: watch.collection,
      keys: watch.keys,
      found: found - watch.removed,
      isFloor,
    });
  }

  /** Ends a watch whose count failed. */
  abandon(watch: CountInProgress): void {
    this.#watches.delete(watch);
  }

  /** Updates the totals. Call it after the commit has returned, with all its shifts. */
  follow(shifts: readonly KeyChange[]): void {
    for (const { collection, before = [], after = [] } of shifts) {
      for (const watch of this.#watches) if (watch.collection === collection) note(watch, before, after);
      for (const total of this.#totals.under(collection, before, after))
        total.found += standsIn(total, after) - standsIn(total, before);
    }
  }

  forget(): void {
    this.#watches.clear();
    this.#totals.clear();
  }
}

const isOfStretch = ({ from, until }: Selection): boolean => from !== undefined || until !== undefined;

const nameOf = (collection: string, { anyOf }: Selection): string =>
  JSON.stringify([collection, ...[...new Set(anyOf)].toSorted()]);

const totalOf = (collection: string, selection: Selection): Pick<Total, 'name' | 'collection' | 'keys'> => ({
  name: nameOf(collection, selection),
  collection,
  keys: new Set(selection.anyOf),
});

function note(watch: CountInProgress, before: readonly string[], after: readonly string[]): void {
  const [was, is] = [standsIn(watch, before), standsIn(watch, after)];
  if (was + is > 0) watch.isTouched = true;
  watch.removed += Math.max(was - is, 0);
}

/** A document counts once, even if it has several of the keys. */
const standsIn = ({ keys }: Pick<Total, 'keys'>, under: readonly string[]): 0 | 1 =>
  under.some((key) => keys.has(key)) ? 1 : 0;
