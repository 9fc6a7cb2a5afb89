import { allows, decide, FolderId, type FolderPath, type RoomId, TOP_FOLDER } from '@strongroom/domain';
import { type Ref, Unavailable } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap, type Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { MAX_ATTEMPTS } from '../../kernel/retry.ts';
import { atRoom, roomRefs } from '../../kernel/sight.ts';
import { folderTarget } from '../../kernel/targets.ts';
import { refBy } from '../../store/collection.ts';
import { folderKey, folders } from '../../store/folders.ts';

/** The folder that a request names by its id; null for the top. */
export type NamedFolder = string | null;

/** The folder got another path since it was looked up. */
class Moved extends Error {}

/** A folder that a request names by its id, under the path that it had when it was looked up. */
export class FolderOfId {
  readonly refs: readonly Ref[];
  /** Undefined for a folder that the caller does not see. */
  readonly path: FolderPath | undefined;
  readonly #id: FolderId | null;

  constructor(id: FolderId | null, path: FolderPath | undefined) {
    [this.#id, this.path] = [id, path];
    this.refs = id === null ? [] : [folderRefOf(id)];
  }

  /** A hidden folder is answered like one that does not exist. Throws FOLDER_NOT_FOUND. */
  assertThere(snapshot: Snapshot, found: InRoom): void {
    if (this.#id === null) return;
    const folder = snapshot.findBy(folders, folderKey(this.#id));
    permit(decide('folder.see', { ...found, folder }), folderTarget(this.#id, folder, found.room), found.room.id);
    if (folder?.path !== this.path) throw new Moved();
  }
}

const folderRefOf = (id: FolderId): Ref => refBy(folders, folderKey(id));

/** Runs an operation with the path of a folder, and again with the new one where it gets another path meanwhile. */
export async function withFolderOfId<T>(
  deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>,
  ctx: SignedIn,
  { roomId, named }: Readonly<{ roomId: RoomId; named: NamedFolder }>,
  run: (into: FolderOfId) => Promise<T>,
): Promise<T> {
  const id = named === null ? null : idOrRandom(FolderId, named, deps.ids);
  for (let attempt = 1; ; attempt++) {
    const path = id === null ? TOP_FOLDER : await pathSeen(deps, ctx, roomId, id);
    try {
      return await run(new FolderOfId(id, path));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new Unavailable('documents', { cause: error });
    }
  }
}

async function pathSeen(
  deps: OperationDeps & Pick<Deps, 'documents'>,
  ctx: SignedIn,
  roomId: RoomId,
  id: FolderId,
): Promise<FolderPath | undefined> {
  const refs = [...roomRefs(ctx, roomId), folderRefOf(id)];
  const snapshot = new IdentityMap(refs, await deps.documents.read(refs));
  const folder = snapshot.findBy(folders, folderKey(id));
  const isSeen = folder !== undefined && allows('folder.see', { ...atRoom(deps, snapshot, ctx, roomId), folder });
  return isSeen ? folder.path : undefined;
}
