import type { File as RoomFile } from '@strongroom/client';
import { type FileKind, kindOfFile } from '../../viewer/file-kind.ts';

/** The kinds of files as people choose them. */
export const KINDS: readonly Readonly<{ id: FileKind; name: string }>[] = [
  { id: 'pdf', name: 'PDF' },
  { id: 'text', name: 'Text' },
  { id: 'table', name: 'Table' },
  { id: 'slides', name: 'Slides' },
  { id: 'image', name: 'Picture' },
  { id: 'mail', name: 'Mail' },
  { id: 'packed', name: 'Archive' },
  { id: 'media', name: 'Sound or film' },
  { id: 'file', name: 'Other' },
];

const DAY_MS = 86_400_000;
/** Days until now in which files were added. */
const DAYS = { today: 1, week: 7, month: 30 } as const;
type Since = keyof typeof DAYS;
export const SINCE: readonly Readonly<{ id: Since; name: string }>[] = [
  { id: 'today', name: 'Last 24 hours' },
  { id: 'week', name: 'Last 7 days' },
  { id: 'month', name: 'Last 30 days' },
];

/** The parameters of the address that leave files out. */
export const FILTERS = ['kind', 'label', 'by', 'since'] as const;
export type FilterName = (typeof FILTERS)[number];
/** Changes of an address that take all filters back. */
export const NO_FILTER: Readonly<Record<string, string>> = Object.fromEntries(FILTERS.map((name) => [name, '']));
export type FileFilter = Readonly<Partial<Record<FilterName, string>>>;

/** The filters that the query of an address names. */
export const filterAt = (query: URLSearchParams): FileFilter =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

export const isFiltering = (filter: FileFilter): boolean => Object.keys(filter).length > 0;

type Filtered = Pick<RoomFile, 'name' | 'content_type' | 'classification' | 'uploaded_by' | 'uploaded_at'>;

/** Whether a file fits all filters. A value that is unknown leaves no file out. `now`: milliseconds. */
export function fitsFilter(file: Filtered, { kind, label, by, since }: FileFilter, now: number): boolean {
  const span = SINCE.find(({ id }) => id === since);
  return (
    (kind === undefined || kindOfFile(file) === kind) &&
    (label === undefined || file.classification === label) &&
    (by === undefined || file.uploaded_by === by) &&
    (span === undefined || now - Date.parse(file.uploaded_at) <= DAYS[span.id] * DAY_MS)
  );
}
