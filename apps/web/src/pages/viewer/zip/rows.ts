import type { ZipItem } from './directory.ts';

type Common = Readonly<{ name: string; path: string; depth: number }>;
export type FolderRow = Common & Readonly<{ kind: 'folder'; isOpen: boolean; count: number; size: number }>;
export type FileRow = Common & Readonly<{ kind: 'file'; item: ZipItem }>;
export type ZipRow = FolderRow | FileRow;

type Folder = { readonly folders: Map<string, Folder>; readonly files: FileRow[]; count: number; size: number };

/** Deeper folders stand together with their file in one row. */
const MAX_DEPTH = 40;
const ORDER = new Intl.Collator('en', { numeric: true });

const empty = (): Folder => ({ folders: new Map(), files: [], count: 0, size: 0 });

/** The files of an archive in their folders, in order; those in a closed folder are left out. */
export function rowsOf(items: readonly ZipItem[], closed: ReadonlySet<string>): readonly ZipRow[] {
  const rows: ZipRow[] = [];
  write(treeOf(items), '', 0);
  return rows;

  function write({ folders, files }: Folder, above: string, depth: number): void {
    for (const [name, folder] of [...folders].sort(([one], [other]) => ORDER.compare(one, other))) {
      const path = `${above}${name}/`;
      const isOpen = !closed.has(path);
      rows.push({ kind: 'folder', name, path, depth, isOpen, count: folder.count, size: folder.size });
      if (isOpen) write(folder, path, depth + 1);
    }
    rows.push(...files.sort((one, other) => ORDER.compare(one.name, other.name)));
  }
}

function treeOf(items: readonly ZipItem[]): Folder {
  const top = empty();
  for (const item of items) {
    const depth = Math.min(item.isFolder ? item.parts.length : item.parts.length - 1, MAX_DEPTH);
    let place = top;
    for (const part of item.parts.slice(0, depth)) {
      const inner = place.folders.get(part) ?? empty();
      place.folders.set(part, inner);
      place = inner;
      if (item.isFolder) continue;
      inner.count++;
      inner.size += item.size;
    }
    if (!item.isFolder)
      place.files.push({
        kind: 'file',
        name: item.parts.slice(depth).join('/'),
        path: item.parts.join('/'),
        depth,
        item,
      });
  }
  return top;
}

/** The row of the folder that holds a row; the row itself at the top. */
export function parentOf(rows: readonly ZipRow[], index: number): number {
  const { depth = 0 } = rows[index] ?? {};
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.depth ?? 0) < depth) return above;
  return index;
}

/** The rows whose names hold a text, in any letter case. */
export function rowsWith(rows: readonly ZipRow[], text: string): readonly number[] {
  const sought = text.toLowerCase();
  return sought === '' ? [] : rows.flatMap(({ name }, index) => (name.toLowerCase().includes(sought) ? [index] : []));
}
