import { csv, type Openings } from '@strongroom/client';
import { activeDays } from './opening-days.ts';
import type { ReportBy } from './openings.ts';

/** Openings of one document by one person, in words. */
type OpeningLine = Readonly<{
  who: string;
  groups: string;
  document: string;
  folder: string;
  count: number;
  first: string;
  last: string;
  counted: string;
  days: Openings['days'];
  email: string;
}>;

/** The part of a line about a member who opened nothing. */
export const NOTHING = {
  document: '',
  folder: '',
  count: 0,
  first: '',
  last: '',
  counted: 'openings',
  days: [],
  email: '',
} as const;

/** The report as a table, in the order of the page: by document, each document has its people together. */
export function openingsAsCsv(by: ReportBy, lines: readonly OpeningLine[]): string {
  const isByDocument = by === 'document';
  const order = (person: readonly string[], document: readonly string[]): readonly string[] =>
    isByDocument ? [...document, ...person] : [...person, ...document];
  // Members who opened nothing stay at the end.
  const sorted = isByDocument
    ? lines.toSorted(
        (one, other) =>
          Number(one.document === '') - Number(other.document === '') ||
          one.document.localeCompare(other.document) ||
          one.folder.localeCompare(other.folder),
      )
    : by === 'group'
      ? lines.toSorted((one, other) => one.groups.localeCompare(other.groups))
      : lines;
  return csv([
    [...order(['Who', 'Groups'], ['Document', 'Folder']), 'Times', 'First', 'Last', 'Counted', 'Days', 'E-mail'],
    ...sorted.map(({ who, groups, document, folder, count, first, last, counted, days, email }) => [
      ...order([who, groups], [document, folder]),
      String(count),
      first,
      last,
      counted,
      days === undefined ? '' : String(activeDays([{ days }])),
      email,
    ]),
  ]);
}
