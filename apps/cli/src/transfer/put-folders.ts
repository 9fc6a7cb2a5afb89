import { foldedName, StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { foldersBelow } from '../naming/files.ts';
import { type FileOutcome, failedOutcome, isForAll } from './outcome.ts';

export type FolderOutcome = Omit<FileOutcome<'made' | 'unchanged'>, 'path'>;

/** Maximum number of folders in one request. */
const AT_ONCE = 100;

/** The folders of a room at these paths, by path; undefined where there is none. */
export async function foldersAt(
  session: Session,
  roomId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (paths.length === 0) return new Map();
  const tops = new Set(paths.map((path) => path.split('/', 1)[0] ?? ''));
  const [top = ''] = tops;
  const listed = await foldersBelow(session, roomId, tops.size === 1 ? top : '');
  // The folder may be spelled otherwise.
  const all = listed.length > 0 || tops.size > 1 ? listed : await foldersBelow(session, roomId);
  const ids = new Map(all.map(({ path, id }) => [foldedName(path), id ?? undefined]));
  return new Map(paths.map((path) => [path, ids.get(foldedName(path))]));
}

/** Makes the folders that the room lacks. Throws errors that would also affect the next folder; others are outcomes. */
export async function putFolders(
  session: Session,
  roomId: string,
  paths: readonly string[],
): Promise<readonly FolderOutcome[]> {
  const standing = await foldersAt(session, roomId, paths);
  const outcomes: FolderOutcome[] = [];
  const missing = paths.filter((path) => {
    const id = standing.get(path);
    if (id !== undefined) outcomes.push({ room_path: path, id, status: 'unchanged' });
    return id === undefined;
  });
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const items = missing.slice(from, from + AT_ONCE).map((path) => ({ path }));
    const results = await session.client.folders.createMany(roomId, { items }, { signal: session.signal });
    for (const { index, status, data, error } of results) {
      const path = items[index]?.path ?? '';
      const refusal = error && new StrongroomError(error.code, error);
      if (refusal !== undefined && isForAll(refusal)) throw refusal;
      const outcome = refusal === undefined ? madeOf(status, data?.id) : { id: null, ...failedOutcome(refusal) };
      outcomes.push({ room_path: path, ...outcome });
    }
  }
  return outcomes;
}

const madeOf = (status: number, id: string | null | undefined) =>
  ({ id: id ?? null, status: status === 201 ? 'made' : 'unchanged' }) as const;
