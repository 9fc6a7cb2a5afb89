import { EXIT, Problem } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { filesNamed, foldersBelow, type MatchedFiles } from './files.ts';

/** Like `filesNamed`, and a folder without a file is found by its path. Throws Problem. */
export async function withEmptyOne(session: Session, roomId: string, text: string | undefined): Promise<MatchedFiles> {
  try {
    return await filesNamed(session, roomId, text);
  } catch (error) {
    if (!(error instanceof Problem) || error.exitCode !== EXIT.notFound || text === undefined) throw error;
    const [folder] = await foldersBelow(session, roomId, text);
    if (folder === undefined) throw error;
    return { files: [], below: folder.path, isFolder: true };
  }
}

/** The folders at and below a selected one that have neither a file nor a folder. */
export async function emptyFoldersIn(
  session: Session,
  roomId: string,
  { files, below }: MatchedFiles,
): Promise<readonly string[]> {
  const paths = (await foldersBelow(session, roomId, below)).map(({ path }) => path).filter((path) => path !== '');
  const used = new Set<string>(files.map(({ folder }) => folder));
  for (const path of [...used, ...paths])
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) used.add(path.slice(0, end));
  return paths.filter((path) => !used.has(path));
}
