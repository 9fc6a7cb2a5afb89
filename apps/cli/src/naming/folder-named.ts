import { EXIT, Problem } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { foldersBelow } from './files.ts';

/** A folder of a room by its path. Throws Problem. */
export async function folderNamed(
  session: Session,
  roomId: string,
  path: string,
): Promise<Readonly<{ id: string; path: string }>> {
  const [folder] = await foldersBelow(session, roomId, path);
  if (folder === undefined || folder.id === null)
    throw new Problem(`there is no folder ${JSON.stringify(path)}.`, { exitCode: EXIT.notFound });
  return { id: folder.id, path: folder.path };
}
