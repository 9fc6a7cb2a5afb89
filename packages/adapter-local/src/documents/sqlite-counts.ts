import type { Selection } from '@strongroom/ports';
import { integerOf, type Statement } from './sqlite-statement.ts';

/** Under which keys a document stands before and after a change; neither, where there was or is none. */
export type Shift = Readonly<{ collection: string; before?: readonly string[]; after?: readonly string[] }>;

/** Where a statement can be asked. */
type Asked = Readonly<{ sql: (text: string) => Statement }>;

type Total = { readonly name: string; readonly keys: ReadonlySet<string>; found: number };

/** Selections whose totals are remembered. Those least recently asked for go first. */
const MOST = 1000;

/**
 * Totals that were counted once and are kept in step with every commit of this connection, so that the first page of a
 * list costs the same however long the list is. A commit of another process changes SQLite's `data_version`, and what is
 * remembered is then counted afresh.
 */
export class Counts {
  readonly #totals = new Map<string, Total>();
  readonly #byKey = new Map<string, Map<string, Set<Total>>>();
  #version: number | undefined;

  /** The total of a selection, counted by `count` where it is not known. To be called within a transaction. */
  of(connection: Asked, collection: string, selection: Selection, count: () => number): number {
    if (selection.from !== undefined || selection.until !== undefined) return count();
    this.#forgetIfOthersWrote(connection);
    const keys = new Set(selection.anyOf);
    const name = JSON.stringify([collection, ...[...keys].toSorted()]);
    const known = this.#totals.get(name);
    if (known !== undefined) {
      this.#totals.delete(name);
      this.#totals.set(name, known);
      return known.found;
    }
    const total: Total = { name, keys, found: count() };
    this.#remember(collection, total);
    return total.found;
  }

  /** Keeps the totals in step. To be called once the commit has returned, with all of its shifts. */
  follow(shifts: readonly Shift[]): void {
    for (const { collection, before = [], after = [] } of shifts) {
      const totals = this.#byKey.get(collection);
      if (totals === undefined) continue;
      const touched = new Set<Total>();
      for (const key of before) for (const total of totals.get(key) ?? []) touched.add(total);
      for (const key of after) for (const total of totals.get(key) ?? []) touched.add(total);
      for (const total of touched) total.found += standsIn(total, after) - standsIn(total, before);
    }
  }

  forget(): void {
    this.#totals.clear();
    this.#byKey.clear();
  }

  #forgetIfOthersWrote(connection: Asked): void {
    const version = integerOf(connection.sql('PRAGMA data_version').row() ?? {}, 'data_version');
    if (version !== this.#version) this.forget();
    this.#version = version;
  }

  #remember(collection: string, total: Total): void {
    for (const [, oldest] of this.#totals) {
      if (this.#totals.size < MOST) break;
      this.#drop(oldest);
    }
    this.#totals.set(total.name, total);
    const byKey = this.#byKey.get(collection) ?? new Map<string, Set<Total>>();
    this.#byKey.set(collection, byKey);
    for (const key of total.keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(total));
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

/** A document counts once, under however many of the keys it stands. */
const standsIn = ({ keys }: Total, under: readonly string[]): 0 | 1 => (under.some((key) => keys.has(key)) ? 1 : 0);
