import type { Share } from '../generated/operations.ts';

type Content = Pick<Share, 'file_name' | 'file_count' | 'kind'>;

/** The files of a link in words: the first that the caller sees, and how many more. */
export function contentOfShare({ file_name: first, file_count: count, kind }: Content): string {
  if (first === null) return kind === 'file' ? 'a file that is gone' : 'files that are gone';
  return count > 1 ? `${first} and ${count - 1} more` : first;
}
