import type { Selection } from '@strongroom/ports';

/** Keys of a document before and after a change; absent for an insert or a remove. */
export type KeyChange = Readonly<{ collection: string; before?: readonly string[]; after?: readonly string[] }>;

/** The connection. */
type Refresher = Readonly<{ refresh: () => void }>;

/** `isFloor`: the count stopped at a bound, so there are at least `found`. */
type Total = { readonly name: string; readonly keys: ReadonlySet<string>; found: number; readonly isFloor: boolean };

/** A bounded count in progress, with the effect of concurrent commits on its documents. */
export type CountInProgress = {
  readonly name: string;
  readonly collection: string;
  readonly keys: ReadonlySet<string>;
} & {
  removed: number;
  isTouched: boolean;
};

/** Maximum number of stored totals; the least recently used are dropped. */
const MOST = 1000;

/**
 * Totals that are counted once and updated by every commit of this connection, so that the cost of a first page does not depend
 * on the length of the list. A commit of another process changes SQLite's `data_version`, and totals are counted again.
 */
export class ListTotals {
  readonly #totals = new Map<string, Total>();
  readonly #byKey = new Map<string, Map<string, Set<Total>>>();
  readonly #watches = new Set<CountInProgress>();

  /** The total of a selection, counted by `count` if unknown. Call it within a transaction. */
  of(connection: Refresher, collection: string, selection: Selection, count: () => number): number {
    if (isOfStretch(selection)) return count();
    connection.refresh();
    const known = this.#recall(nameOf(collection, selection));
    if (known !== undefined && !known.isFloor) return known.found;
    return this.#remember(collection, { ...totalOf(collection, selection), found: count(), isFloor: false }).found;
  }

  /**
   * The total of a selection up to `atMost`, or the count in progress, which `settle` ends. Call it within a
   * transaction.
   */
  upTo(connection: Refresher, collection: string, selection: Selection, atMost: number): number | CountInProgress {
    connection.refresh();
    const known = this.recallUpTo(collection, selection, atMost);
    if (known !== undefined) return known;
    const watch = { ...totalOf(collection, selection), collection, removed: 0, isTouched: false };
    if (!isOfStretch(selection)) this.#watches.add(watch);
    return watch;
  }

  /** The total of a selection up to `atMost`, if it is known. Call it after `refresh`. */
  recallUpTo(collection: string, selection: Selection, atMost: number): number | undefined {
    const known = isOfStretch(selection) ? undefined : this.#recall(nameOf(collection, selection));
    if (known === undefined || (known.isFloor && known.found < atMost)) return undefined;
    return Math.min(known.found, atMost);
  }

  /** Stores what one statement counted up to `atMost`. Call it within the same transaction. */
  counted(collection: string, selection: Selection, found: number, atMost: number): void {
    if (!isOfStretch(selection))
      this.#remember(collection, { ...totalOf(collection, selection), found, isFloor: found >= atMost });
  }

  /** Stores the count of a watch if concurrent commits leave it certain. */
  settle(connection: Refresher, watch: CountInProgress, { found, isFloor }: Pick<Total, 'found' | 'isFloor'>): void {
    connection.refresh();
    if (!this.#watches.delete(watch) || (watch.isTouched && !isFloor)) return;
    this.#remember(watch.collection, { name: watch.name, keys: watch.keys, found: found - watch.removed, isFloor });
  }

  /** Ends a watch whose count failed. */
  abandon(watch: CountInProgress): void {
    this.#watches.delete(watch);
  }

  /** Updates the totals. Call it after the commit has returned, with all its shifts. */
  follow(shifts: readonly KeyChange[]): void {
    for (const { collection, before = [], after = [] } of shifts) {
      for (const watch of this.#watches) if (watch.collection === collection) note(watch, before, after);
      const totals = this.#byKey.get(collection);
      if (totals === undefined) continue;
      const touched = new Set<Total>();
      for (const key of before) for (const total of totals.get(key) ?? []) touched.add(total);
      for (const key of after) for (const total of totals.get(key) ?? []) touched.add(total);
      for (const total of touched) total.found += standsIn(total, after) - standsIn(total, before);
    }
  }

  forget(): void {
    this.#watches.clear();
    this.#totals.clear();
    this.#byKey.clear();
  }

  #recall(name: string): Total | undefined {
    const known = this.#totals.get(name);
    if (known === undefined) return undefined;
    this.#totals.delete(name);
    this.#totals.set(name, known);
    return known;
  }

  #remember(collection: string, total: Total): Total {
    const before = this.#totals.get(total.name);
    if (before !== undefined) this.#drop(before);
    for (const [, oldest] of this.#totals) {
      if (this.#totals.size < MOST) break;
      this.#drop(oldest);
    }
    this.#totals.set(total.name, total);
    const byKey = this.#byKey.get(collection) ?? new Map<string, Set<Total>>();
    this.#byKey.set(collection, byKey);
    for (const key of total.keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(total));
    return total;
  }

  #drop(total: Total): void {
    this.#totals.delete(total.name);
    for (const byKey of this.#byKey.values())
      for (const key of total.keys) {
        const totals = byKey.get(key);
        totals?.delete(total);
        if (totals?.size === 0) byKey.delete(key);
      }
  }
}

const isOfStretch = ({ from, until }: Selection): boolean => from !== undefined || until !== undefined;

const nameOf = (collection: string, { anyOf }: Selection): string =>
  JSON.stringify([collection, ...[...new Set(anyOf)].toSorted()]);

const totalOf = (collection: string, selection: Selection): Pick<Total, 'name' | 'keys'> => ({
  name: nameOf(collection, selection),
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
