/** An entry of the table of contents of a PDF. */
export type OutlineEntry = Readonly<{ title: string; level: number; target: string | unknown[] | undefined }>;

type Item = Readonly<{ title: string; dest: string | unknown[] | null; items: readonly Item[] }>;

/** Entries of a longer outline, or deeper ones, are left out: some documents nest without an end. */
const MOST = 5000;
const DEEPEST = 20;

/** The entries of an outline in reading order, each with its level. */
export function outlineEntries(outline: readonly Item[] | null): readonly OutlineEntry[] {
  const places: OutlineEntry[] = [];
  const add = (items: readonly Item[], level: number): void => {
    for (const { title, dest, items: inner } of items) {
      if (places.length >= MOST) return;
      places.push({ title: title.trim() || 'Untitled', level, target: dest ?? undefined });
      if (level < DEEPEST) add(inner, level + 1);
    }
  };
  add(outline ?? [], 1);
  return places;
}
