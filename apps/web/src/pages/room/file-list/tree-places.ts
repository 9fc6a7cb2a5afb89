import type { Folder } from '../base/folders.ts';

/** A folder of a tree, as assistive technology names it: its level, and its place among those beside it, from 1 on. */
export type PlaceInTree = Readonly<{
  folder: Folder;
  level: number;
  position: number;
  setSize: number;
  /** Undefined where no folder is in it. */
  isOpen: boolean | undefined;
}>;

/** The folders that a tree shows, from top to bottom. The top of the room is always open. */
export function placesOf(root: Folder, isOpen: (path: string) => boolean): readonly PlaceInTree[] {
  const within = (folders: readonly Folder[], level: number): readonly PlaceInTree[] =>
    folders.flatMap((folder, index) => {
      const isShown = folder.folders.length === 0 ? undefined : level === 1 || isOpen(folder.path);
      const place = { folder, level, position: index + 1, setSize: folders.length, isOpen: isShown };
      return [place, ...(isShown === true ? within(folder.folders, level + 1) : [])];
    });
  return within([root], 1);
}

/** The folder that has the one at this place. */
export const placeAbove = (places: readonly PlaceInTree[], at: number): PlaceInTree | undefined =>
  places.slice(0, at).findLast(({ level }) => level < (places[at]?.level ?? 0));
