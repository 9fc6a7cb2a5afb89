import type { Folder, UploadRequest } from '@strongroom/client';
import { formatDayName, plural } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';
import { defaultLinkTerms } from '../links/link-terms.ts';

/** The fields of the form that asks for files. */
export type RequestFields = Readonly<{ message: string; day: string; files: string; mebibytes: string }>;

const MAX_FILES = 1000;
const MAX_MEBIBYTES = 102_400;
const MEBIBYTE = 1_048_576;

/** A week, and otherwise the defaults of the service. */
export const defaultRequestFields = (now: number): RequestFields => ({
  message: '',
  day: defaultLinkTerms(now).day,
  files: '100',
  mebibytes: '1024',
});

type EarlierRequest = Pick<UploadRequest, 'message' | 'max_files' | 'max_bytes'>;

/** The fields of a request that is made again: the same text and limits, and a new day. */
export const fieldsAgain = (
  { message, max_files: files, max_bytes: bytes }: EarlierRequest,
  now: number,
): RequestFields => ({
  ...defaultRequestFields(now),
  message: message ?? '',
  files: String(files),
  mebibytes: String(Math.max(1, Math.round(bytes / MEBIBYTE))),
});

const problem = (text: string, most: number): string | undefined =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most
    ? undefined
    : `Enter a whole number from 1 to ${most}.`;

/** Explains that a text is not a number of files; undefined if it is one. */
export const filesProblem = (text: string): string | undefined => problem(text, MAX_FILES);

/** Explains that a text is not a size; undefined if it is one. */
export const sizeProblem = (text: string): string | undefined => problem(text, MAX_MEBIBYTES);

export const mebibytesToBytes = (mebibytes: string): number => Number(mebibytes) * MEBIBYTE;

/** A message to the person who is asked, to be pasted into a mail. */
export const messageOfRequest = (link: string, { message, day, files, mebibytes }: RequestFields): string =>
  [
    ...(message.trim() === '' ? [] : [message.trim(), '']),
    `Please send the files here: ${link}`,
    '',
    `The link works until the end of ${formatDayName(day)} and takes ${plural(Number(files), 'file')}, ${formatSize(mebibytesToBytes(mebibytes))} in all. You need no account.`,
  ].join('\n');

/** The folder of a request in words; empty while the folders are read. */
export function placeOfRequest(id: string | null, folders: readonly Pick<Folder, 'id' | 'path'>[] | undefined): string {
  if (id === null) return 'All files';
  if (folders === undefined) return '';
  return folders.find((folder) => folder.id === id)?.path ?? 'A folder that is gone';
}
