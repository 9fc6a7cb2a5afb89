import type { OutdatedPage, Page, Selection, StoredDocument } from '@strongroom/ports';
import { compareBytes, comparePlaces, firstNotBefore } from './places.ts';

/** A range of a sorted list, walked from `at` to before `end` in steps of +1 or −1. */
type Run = { readonly sorted: readonly StoredDocument[]; at: number; readonly end: number };

const START = '';

/** The documents of one collection and their indexes. Every list is sorted by (position, id). */
export class MemoryCollection {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #holders = new Map<string, string>();
  readonly #lists = new Map<string, StoredDocument[]>();

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  /** The id of the document with the unique key. */
  holder(uniqueKey: string): string | undefined {
    return this.#holders.get(uniqueKey);
  }

  add(document: StoredDocument): void {
    this.#documents.set(document.id, document);
    for (const key of document.uniqueKeys) this.#holders.set(key, document.id);
    for (const key of new Set(document.keys)) {
      const sorted = this.#lists.get(key);
      if (sorted === undefined) this.#lists.set(key, [document]);
      else sorted.splice(firstNotBefore(sorted, document), 0, document);
    }
  }

  remove(document: StoredDocument): void {
    this.#documents.delete(document.id);
    for (const key of document.uniqueKeys) this.#holders.delete(key);
    for (const key of new Set(document.keys)) {
      const sorted = this.#lists.get(key) ?? [];
      sorted.splice(firstNotBefore(sorted, document), 1);
      if (sorted.length === 0) this.#lists.delete(key);
    }
  }

  list(selection: Selection, page: Page): readonly StoredDocument[] {
    const skip = page.offset ?? 0;
    const found: StoredDocument[] = [];
    let passed = 0;
    if (page.limit <= 0) return found;
    for (const document of merged(this.#runs(selection, page), page.order === 'oldest' ? 1 : -1)) {
      passed += 1;
      if (passed > skip) found.push(document);
      if (found.length === page.limit) break;
    }
    return found;
  }

  count(selection: Selection, atMost: number): number {
    const runs = this.#runs(selection, { limit: 0, order: 'oldest' });
    if (runs.length === 1)
      return Math.min(
        runs.reduce((sum, { at, end }) => sum + end - at, 0),
        atMost,
      );
    let found = 0;
    if (atMost > 0) for (const _ of merged(runs, 1)) if (++found === atMost) break;
    return found;
  }

  outdated({ below, limit, after }: OutdatedPage): readonly StoredDocument[] {
    return [...this.#documents.values()]
      .filter(({ id, schema }) => schema < below && (after === undefined || compareBytes(id, after) > 0))
      .toSorted((a, b) => compareBytes(a.id, b.id))
      .slice(0, Math.max(limit, 0));
  }

  /** One run for each key with documents within the bounds. */
  #runs(selection: Selection, { after, order }: Page): Run[] {
    const { from = -Infinity, until = Infinity } = selection;
    return [...new Set(selection.anyOf)].flatMap((key) => {
      const sorted = this.#lists.get(key) ?? [];
      let low = firstNotBefore(sorted, { position: from, id: START });
      let high = firstNotBefore(sorted, { position: until, id: START });
      if (after !== undefined) {
        const place = firstNotBefore(sorted, after);
        const there = sorted[place];
        if (order === 'oldest')
          low = Math.max(low, there !== undefined && comparePlaces(there, after) === 0 ? place + 1 : place);
        else high = Math.min(high, place);
      }
      if (low >= high) return [];
      return order === 'oldest' ? [{ sorted, at: low, end: high }] : [{ sorted, at: high - 1, end: low - 1 }];
    });
  }
}

/** Merges runs in order, and yields a document that is in several of them once [DS-14]. */
function* merged(runs: readonly Run[], step: 1 | -1): Generator<StoredDocument> {
  let last: StoredDocument | undefined;
  for (;;) {
    let best: Run | undefined;
    for (const run of runs) {
      const candidate = run.at === run.end ? undefined : run.sorted[run.at];
      const leader = best?.sorted[best.at];
      if (candidate !== undefined && (leader === undefined || comparePlaces(candidate, leader) * step < 0)) best = run;
    }
    const document = best?.sorted[best.at];
    if (best === undefined || document === undefined) return;
    best.at += step;
    if (document !== last) yield document;
    last = document;
  }
}
