import { naturalKey } from '../values/folding.ts';
import type { RowId } from '../values/ids.ts';
import { type FolderPath, TOP_FOLDER } from '../values/text.ts';
import type { AvailableFile } from './file.ts';
import { type Folder, parentPath } from './folder.ts';
import { sortSiblings } from './folder-order.ts';
import type { IndexNumber, Numbered, NumberRow } from './index-number.ts';

type NamedFile = Pick<AvailableFile, 'id' | 'name' | 'folder' | 'confirmedAt' | 'indexNumber'>;

/**
 * Numbers everything in a room again, from 1 in each place, also what a user does not see: first the folders in their order, then the files in
 * natural order of their names. Each place gets another row, so that no earlier number holds, also none of a file in the bin.
 */
export function numberAll<F extends NamedFile>(
  folders: readonly Folder[],
  files: readonly F[],
  newId: () => RowId,
): Readonly<{ folders: readonly Folder[]; files: readonly F[] }> {
  const foldersIn = grouped(folders.filter(isNotTop), ({ path }) => parentPath(path));
  const filesIn = grouped(files, ({ folder }) => folder);
  const numbers = new Map<string, IndexNumber>();
  const rows = new Map<FolderPath, NumberRow>();
  for (const { path } of folders) {
    const things = [...sortSiblings(foldersIn.get(path) ?? []), ...byName(filesIn.get(path) ?? [])];
    const row = { id: newId(), last: things.length };
    rows.set(path, row);
    for (const [index, { id }] of things.entries()) numbers.set(id, { row: row.id, number: index + 1 });
  }
  return {
    folders: folders.map((folder) => ({
      ...withNumber(folder, numbers.get(folder.id)),
      ...rowOf(rows.get(folder.path)),
    })),
    files: files.map((file) => withNumber(file, numbers.get(file.id))),
  };
}

function grouped<T>(things: readonly T[], placeOf: (thing: T) => FolderPath): ReadonlyMap<FolderPath, readonly T[]> {
  const groups = new Map<FolderPath, T[]>();
  for (const thing of things) {
    const place = placeOf(thing);
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [thing]);
    else group.push(thing);
  }
  return groups;
}

const isNotTop = ({ path }: Folder): boolean => path !== TOP_FOLDER;

const withNumber = <T extends Numbered>(thing: T, number: IndexNumber | undefined): T =>
  number === undefined ? thing : { ...thing, indexNumber: number };

const rowOf = (indexRow: NumberRow | undefined): Pick<Folder, 'indexRow'> =>
  indexRow === undefined ? {} : { indexRow };

const byName = <F extends NamedFile>(files: readonly F[]): readonly F[] =>
  files
    .map((file) => ({ file, key: naturalKey(file.name) }))
    .toSorted(
      (one, other) =>
        compare(one.key, other.key) ||
        compare(one.file.name, other.file.name) ||
        one.file.confirmedAt - other.file.confirmedAt ||
        compare(one.file.id, other.file.id),
    )
    .map(({ file }) => file);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
