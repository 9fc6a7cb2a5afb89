import type { File as RoomFile } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { Problem } from '../errors/problem.ts';
import { isId, theOne } from './one.ts';

/** Path of a file in its room. */
export const pathOf = ({ folder, name }: Pick<RoomFile, 'folder' | 'name'>): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Every file of a room that the caller can see, newest first. */
export const filesOf = ({ client, signal }: Session, roomId: string): Promise<readonly RoomFile[]> =>
  client.files.list(roomId, { per_page: 100 }, { signal }).all();

/** Finds a file by id, by path in the room, or by name if only one file has it. Throws Problem. */
export async function fileNamed(session: Session, roomId: string, text: string): Promise<RoomFile> {
  if (isId(text)) return fileOfId(session, roomId, text);
  const files = await filesOf(session, roomId);
  const standing = atPath(files, text);
  return theOneFile(standing.length > 0 ? standing : files.filter(({ name }) => name === text), text);
}

/** A matched file, or the files of a matched folder with the path of that folder. */
export type Selection = Readonly<{ files: readonly RoomFile[]; below: string; isFolder: boolean }>;

/**
 * Finds a file, or the files of a folder; an empty name matches everything. With `isExact` only the id and the path
 * count, so that a deletion never hits another file of the same name. Throws Problem.
 */
export async function filesNamed(
  session: Session,
  roomId: string,
  text: string | undefined,
  { isExact = false } = {},
): Promise<Selection> {
  if (text === undefined || bare(text) === '')
    return { files: await filesOf(session, roomId), below: '', isFolder: true };
  if (isId(text)) return { files: [await fileOfId(session, roomId, text)], below: '', isFolder: false };
  const files = await filesOf(session, roomId);
  const path = bare(text);
  const inFolder = files.filter(({ folder }) => folder === path || folder.startsWith(`${path}/`));
  const standing = atPath(files, text);
  if (inFolder.length > 0 && (standing.length === 0 || text.endsWith('/')))
    return { files: inFolder, below: path, isFolder: true };
  if (inFolder.length > 0)
    throw new Problem(
      `${JSON.stringify(text)} is a file and a folder: write ${path}/ for the folder, or the file's id.`,
      {
        exitCode: EXIT.usage,
      },
    );
  const named = isExact ? theOneFile(standing, text) : await fileNamed(session, roomId, text);
  return { files: [named], below: '', isFolder: false };
}

const atPath = (files: readonly RoomFile[], text: string): readonly RoomFile[] =>
  files.filter((file) => pathOf(file) === bare(text));

const theOneFile = (candidates: readonly RoomFile[], text: string): RoomFile =>
  theOne(candidates, {
    kind: 'file',
    text,
    describe: (file) => `${file.id}  ${pathOf(file)}  ${file.size} bytes  ${file.uploaded_at}`,
  });

async function fileOfId({ client, signal }: Session, roomId: string, id: string): Promise<RoomFile> {
  const file = await client.files.get(id, { signal });
  if (file.room_id !== roomId) throw new Problem(`the file ${id} is in another room.`, { exitCode: EXIT.notFound });
  return file;
}

/** Normalises a path: no surrounding slashes; a dot means everything. */
const bare = (text: string): string =>
  text
    .replace(/^(\.?\/)+/u, '')
    .replace(/\/+$/u, '')
    .replace(/^\.$/u, '');
