import { foldedName, type Room, type File as RoomFile } from '@strongroom/client';
import { readWhole } from '../../../base/growing-list.ts';
import { WHOLE_ROOM } from './listing.ts';
import { filesOf } from './room-files.ts';

export type Placed = Readonly<{ folder: string; name: string; size: number; modified_at?: string | undefined }>;

/**
 * A file with the same place is taken for the same one: with the same path, size and time of its last change. One whose
 * uploader did not say the time is the same as no other: a changed file may have the size of before.
 */
export const placeOf = ({ folder, name, size, modified_at: modifiedAt }: Placed): string =>
  `${foldedName(`${folder}/${name}`)} ${size} ${modifiedAt ?? 'unknown'}`;

const PAGE = 100;
const SIDE_BY_SIDE = 4;
/** Maximum number of files read of a folder, newest first: they include those of an interrupted upload. */
const MAX_IN_A_FOLDER = 5000;

/** The places of the files in these folders of a room. */
export const placesIn = async (room: Room, folders: ReadonlySet<string>): Promise<ReadonlySet<string>> =>
  new Set((await filesThere(room, folders)).map(placeOf));

/** The files in these folders of a room, the newest first: of each folder, or of the whole room where that is less to read. */
export async function filesThere(room: Room, folders: ReadonlySet<string>): Promise<readonly RoomFile[]> {
  const { signal } = new AbortController();
  if (room.file_count <= PAGE * folders.size) return readWhole(filesOf(room.id, WHOLE_ROOM), { signal });
  const files: RoomFile[] = [];
  const left = [...folders];
  const readOneByOne = async (): Promise<void> => {
    for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
      const source = filesOf(room.id, { folder, isDeep: false });
      files.push(...(await readWhole(source, { signal, most: MAX_IN_A_FOLDER })));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, readOneByOne));
  return files;
}
