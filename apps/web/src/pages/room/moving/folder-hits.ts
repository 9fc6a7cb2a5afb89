import { hasWords, wordsIn } from '../../../base/list-view.ts';
import { type Folder, parentOf } from '../base/folders.ts';

/** A tree with fewer folders is seen as a whole. */
export const FOLDERS_WITHOUT_FIND = 8;
/** Hits that are shown; more words find fewer. */
export const MAX_HITS = 100;

const allBelow = (root: Folder): readonly Folder[] => root.folders.flatMap((folder) => [folder, ...allBelow(folder)]);

/**
 * The folders that some words fit, each word in the name or in the way to it and at least one in the name, so that a folder
 * does not bring all that is below it. Undefined without a word.
 */
export function folderHits(root: Folder, sought: string): readonly Folder[] | undefined {
  const words = wordsIn(sought.replaceAll('/', ' '));
  if (words.length === 0) return undefined;
  return allBelow(root).filter(
    ({ name, path }) => hasWords(path, words.join(' ')) && words.some((word) => hasWords(name, word)),
  );
}

export const wayTo = ({ path }: Folder): string => parentOf(path).replaceAll('/', ' / ');
