import { filterAt, isFiltering } from './file-filter.ts';

/** A folder of a room, alone or with what is below it. */
export type RoomPart = Readonly<{ folder: string; isDeep: boolean }>;
export const WHOLE_ROOM: RoomPart = { folder: '', isDeep: true };

/** The service lists no deeper folder together with what is below it. */
const MAX_LEVELS = 32;

/** A deep folder is searched with the whole room. */
export const partBelow = (folder: string): RoomPart =>
  folder.split('/').length > MAX_LEVELS ? WHOLE_ROOM : { folder, isDeep: true };

export const COLUMNS = ['name', 'label', 'by', 'date', 'size'] as const;
export type Column = (typeof COLUMNS)[number];
/** A column; with `-` from the end. */
/** `own`: folders as they were placed in the room, files by name. */
export type FileSort = Column | `-${Column}` | 'own';

/** Files of a part of a room: those with some words in their path, or all, in the order of a column. */
export type Listing = RoomPart & Readonly<{ find?: string; sort?: FileSort }>;

/** The order in which a column is first sorted: new, large and secret files are looked for first. */
const FIRST: Readonly<Record<Column, FileSort>> = {
  name: 'name',
  label: '-label',
  by: 'by',
  date: '-date',
  size: '-size',
};
export const DEFAULT_SORT: FileSort = 'own';

const SORTS: readonly FileSort[] = ['own', ...COLUMNS.flatMap((column) => [column, `-${column}`] as const)];
export const isFileSort = (text: string | null): text is FileSort => SORTS.some((sort) => sort === text);

export const isDescending = (sort: FileSort): boolean => sort.startsWith('-');
export const columnOf = (sort: FileSort): Column =>
  COLUMNS.find((column) => sort === column || sort === `-${column}`) ?? 'name';

/**
 * The order after a press on the head of a column. `isOwn`: folders of the list were placed in another order than that of their
 * names, which then comes before and after those of the names.
 */
export function nextSort(sort: FileSort, column: Column, isOwn: boolean): FileSort {
  if (column === 'name' && isOwn) return sort === 'own' ? 'name' : sort === 'name' ? '-name' : 'own';
  if (column === 'name' && sort === '-name') return 'own';
  if (columnOf(sort) !== column) return column === 'name' ? 'own' : FIRST[column];
  return isDescending(sort) ? column : `-${column}`;
}

/** The list that the query of an address names. A search or a filter goes through the open folder and all below it. */
export function listingAt(query: URLSearchParams): Listing & Readonly<{ find: string; sort: FileSort }> {
  const folder = query.get('folder') ?? '';
  const find = query.get('find')?.trim() ?? '';
  const wanted = query.get('sort');
  const sort = isFileSort(wanted) ? wanted : DEFAULT_SORT;
  const isDeep = find !== '' || isFiltering(filterAt(query));
  return { ...(isDeep ? partBelow(folder) : { folder, isDeep }), find, sort };
}
