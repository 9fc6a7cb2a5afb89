import type { Folder, Group } from '@strongroom/client';
import { foldersById, rightByGroups } from './group-rights.ts';
import { isRestricted } from './matrix-rows.ts';
import { rightWords } from './right-words.ts';

/** The rights of all groups in some folders, and of members who are in none, as a table. `folders`: all of the room. */
export function rightsAsTable(
  rows: readonly Folder[],
  groups: readonly Group[],
  folders: readonly Folder[],
): readonly (readonly string[])[] {
  const byId = foldersById(folders);
  const wordsFor = (folder: Folder, some: readonly Group[]): string => {
    const right = rightByGroups(folder, some, byId);
    return right === undefined ? '' : rightWords(right);
  };
  return [
    ['Folder', 'Restricted', 'Owners', ...groups.map(({ name }) => name), 'Without a group'],
    ...rows.map((folder) => [
      folder.path,
      isRestricted(folder) ? 'yes' : 'no',
      'by clearance',
      ...groups.map((group) => wordsFor(folder, [group])),
      wordsFor(folder, []),
    ]),
  ];
}
