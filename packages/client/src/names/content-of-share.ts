import type { Share } from '../generated/operations.ts';

/** A service of an earlier version names no folder. */
type Content = Pick<Share, 'file_name' | 'file_count' | 'kind'> & Readonly<{ folder?: string | null }>;

/** The files of a link in words: the folder of several, or the first that the caller sees and how many more. */
export function contentOfShare({ file_name: first, file_count: count, folder, kind }: Content): string {
  if (first === null) return kind === 'file' ? 'a file that is gone' : 'files that are gone';
  if (count === 1) return first;
  const name = folder?.split('/').at(-1) ?? '';
  return name === '' ? `${first} and ${count - 1} more` : `${count} files in ${name}`;
}
