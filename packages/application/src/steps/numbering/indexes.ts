import {
  type AvailableFile,
  type Folder,
  type FolderPath,
  indexOf,
  type LiveRoom,
  numberingOf,
  parentPath,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';

type Documents = Pick<Deps, 'documents'>;
type Numbered = Pick<AvailableFile, 'indexNumber'>;

/** The stores take 200 refs in one read. */
const IN_ONE_READ = 200;

/** The index of a thing directly in a folder; null in a room without index numbers. */
export type IndexIn = (place: FolderPath, thing: Numbered) => string | null;

/** Reads the folders on the way to these places, where the room has index numbers. The caller sees all of them. */
export async function indexesIn(
  { documents }: Documents,
  room: LiveRoom,
  places: readonly FolderPath[],
): Promise<IndexIn> {
  if (numberingOf(room) === 'none') return () => null;
  const paths = [...new Set(places.flatMap(wayTo))];
  const found = new Map<FolderPath, Folder>();
  for (let start = 0; start < paths.length; start += IN_ONE_READ) {
    const some = paths.slice(start, start + IN_ONE_READ);
    const read = await documents.read(some.map((path) => refTo(folders, folderId(room.id, path))));
    for (const document of read) {
      const folder = document && stateOf(folders, document);
      if (folder !== undefined) found.set(folder.path, folder);
    }
  }
  return (place, thing) =>
    indexOf(
      wayTo(place).map((path) => found.get(path)),
      thing,
    );
}

const wayTo = (path: FolderPath): readonly FolderPath[] =>
  path === TOP_FOLDER ? [TOP_FOLDER] : [...wayTo(parentPath(path)), path];
