import type { GrownList } from '../../../base/growing-list.ts';

type Named = Readonly<{ id: string }>;

/** A list that others have changed: what came, and whether anything else is different. */
export type FolderChanges = Readonly<{ added: number; isOtherwise: boolean }>;

/** Compares what is known of a list with its first page of now. */
export function compareWithFirstPage<T extends Named>(known: GrownList<T>, first: GrownList<T>): FolderChanges {
  const before = known.items.slice(0, first.items.length);
  const ids = new Set(known.items.map(({ id }) => id));
  const fresh = first.items.filter(({ id }) => !ids.has(id));
  const isSame = first.total === known.total && JSON.stringify(before) === JSON.stringify(first.items);
  if (isSame) return { added: 0, isOtherwise: false };
  // A row that moves up from below the known part is not new: only what the total grew by is, where something did.
  const isAllKnown = known.cursor === null;
  const added = isAllKnown ? fresh.length : Math.max(0, first.total - known.total);
  const stayed = first.items.filter(({ id }) => ids.has(id));
  const old = new Map(known.items.map((item) => [item.id, JSON.stringify(item)]));
  const isChanged = stayed.some((item) => old.get(item.id) !== JSON.stringify(item));
  return { added, isOtherwise: isChanged || first.total - added < known.total || added === 0 };
}

/** The known list without the rows that are gone, as far as its first page shows. */
export function withoutDeletedRows<T extends Named>(known: GrownList<T>, first: GrownList<T>): GrownList<T> {
  if (first.cursor !== null) return known;
  const now = new Map(first.items.map((item) => [item.id, item]));
  const items = known.items.flatMap(({ id }) => now.get(id) ?? []);
  return { ...known, items, total: known.total - (known.items.length - items.length) };
}
