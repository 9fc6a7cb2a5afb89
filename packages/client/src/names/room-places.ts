import { roomName } from './portable-name.ts';
import { distinctPaths } from './portable-paths.ts';

/** The place of a local file in a room. `isRenamed`: a person sees another name than on their disk. */
export type RoomPlace = Readonly<{ folder: string; name: string; isRenamed: boolean }>;

/**
 * Places in a folder of a room for local files, whose paths are given as names from the top: names by `roomName`, no two
 * places the same. A room tells upper from lower case, so those stay as they are.
 */
export function roomPlaces(paths: readonly (readonly string[])[], below = ''): readonly RoomPlace[] {
  const places = distinctPaths(paths, {
    folderOf: (path) => path.slice(0, -1).map((name) => roomName(name)),
    *namesOf(path) {
      for (let number = 1; ; number += 1) yield roomName(path.at(-1) ?? '', number);
    },
    keyOf: (path) => path,
  });
  return places.map((place, index) => {
    const end = place.lastIndexOf('/');
    const folder = [below, place.slice(0, Math.max(end, 0))].filter((part) => part !== '').join('/');
    return { folder, name: place.slice(end + 1), isRenamed: place !== paths[index]?.join('/').normalize('NFC') };
  });
}

/** Files that systems and programs write beside those of people: folder views, previews, resource forks, locks. */
const DESKTOP_FILE = /^(\.DS_Store|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini|~\$.*|\._.*)$/iu;

/** An unfinished download of this library. */
const PART = /^\.strongroom-.*\.part$/u;

/** Whether a desktop wrote the file for itself, so that it has no place in a room. */
export const isDesktopFile = (name: string): boolean => DESKTOP_FILE.test(name);

/** Whether the file is an unfinished download, whose content is not verified. */
export const isUnfinished = (name: string): boolean => PART.test(name);
