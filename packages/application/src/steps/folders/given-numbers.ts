import {
  type Folder,
  isThere,
  numberIn,
  numberingOf,
  outOfBin,
  parentPath,
  type Room,
  type RoomId,
  type RowId,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { Change, DocumentStore, Ids } from '@strongroom/ports';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import type { Arrival, FileDerivation } from './folder-differences.ts';

/** The stores take 200 refs in one read. */
const IN_ONE_READ = 200;

type Place = Pick<Folder, 'roomId' | 'path'>;

/** The folders of one commit as they are after it. */
type Tree = Readonly<{
  load: (places: readonly Place[]) => Promise<void>;
  /** A folder that exists and was loaded. */
  find: (place: Place) => Folder;
  replace: (folder: Folder) => void;
}>;

type Deps = Readonly<{
  documents: Pick<DocumentStore, 'read'>;
  ids: Pick<Ids, 'uuid'>;
  known: FileDerivation['known'];
}>;

/**
 * In rooms with index numbers, each folder and file that came to a place gets the next number of that place. Changes the folders in the
 * tree, and returns the changes of the files.
 */
export async function giveNumbers(
  deps: Deps,
  tree: Tree,
  came: Readonly<{ folders: readonly Place[]; files: readonly Arrival[] }>,
): Promise<readonly Change[]> {
  const ids = [...came.folders, ...came.files.map(({ after }) => after)].map(({ roomId }) => roomId);
  const numbered = await numberedRooms(deps, [...new Set(ids)]);
  if (numbered.size === 0) return [];
  const placed = came.folders.filter(({ roomId, path }) => numbered.has(roomId) && path !== TOP_FOLDER);
  const arrived = came.files.filter(({ after }) => numbered.has(after.roomId));
  await tree.load([...placed.map(above), ...arrived.map(folderOf)]);
  const give = <N extends Pick<Folder, 'indexNumber'>>(place: Place, thing: N): N => {
    const folder = tree.find(place);
    const { row, thing: next } = numberIn(folder.indexRow ?? { id: deps.ids.uuid<RowId>(), last: 0 }, thing);
    if (row !== folder.indexRow) tree.replace({ ...folder, indexRow: row });
    return next;
  };
  for (const place of placed) tree.replace(give(above(place), tree.find(place)));
  return arrived.flatMap((file) => {
    const place = folderOf(file);
    const row = file.isRestored ? tree.find(place).indexRow : undefined;
    const arrival: Arrival['after'] = row ? outOfBin(file.after, row) : file.after;
    const next = give(place, arrival);
    return next === file.after ? [] : [changeOf(file, next)];
  });
}

const above = ({ roomId, path }: Place): Place => ({ roomId, path: parentPath(path) });
const folderOf = ({ after: { roomId, folder: path } }: Arrival): Place => ({ roomId, path });

/** Operations that bring something to a room read the room. */
async function numberedRooms({ documents, known }: Deps, ids: readonly RoomId[]): Promise<ReadonlySet<RoomId>> {
  const found: Room[] = [];
  const missing = ids.filter((id) => {
    const room = known(rooms, id);
    if (room) found.push(room);
    return room === undefined;
  });
  for (let start = 0; start < missing.length; start += IN_ONE_READ) {
    const read = await documents.read(missing.slice(start, start + IN_ONE_READ).map((id) => refTo(rooms, id)));
    found.push(...read.flatMap((document) => (document ? [stateOf(rooms, document)] : [])));
  }
  return new Set(found.filter((room) => isThere(room) && numberingOf(room) === 'fixed').map(({ id }) => id));
}

function changeOf({ before }: Arrival, next: Arrival['after']): Change {
  const document = documentOf(files, next, (before?.version ?? 0) + 1);
  return { collection: files.name, ...(before === undefined ? { insert: document } : { replace: document }) };
}
