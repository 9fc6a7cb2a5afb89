import {
  assertFits,
  assertRoomForFolders,
  type Folder,
  type FolderId,
  type FolderPath,
  isFolderSeen,
  MAX_FOLDERS,
  parentPath,
  pathKey,
  pathsOnWay,
  pathWithin,
  type RoomId,
  reachIn,
  TOP_FOLDER,
  type ZoneId,
  zoneAt,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { Known } from '../../kernel/identity-map.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { folderTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { folders, spellingsOf, treeOf } from '../../store/folders.ts';

/** Spellings of 32 names that an older version let in. */
const MAX_SPELLINGS = 500;

/** A folder on the way to a path. `folder` is there already; the caller may not see it. */
type Step = Readonly<{ path: FolderPath; folder: Folder | undefined; isSeen: boolean }>;

/** The folders that a path leads through, in the spelling that they have. */
export type Way = Readonly<{ path: FolderPath; steps: readonly Step[] }>;

/** Finds the folders on the way to a path. */
export class WayToFolder {
  readonly #documents: Deps['documents'];
  readonly #roomId: RoomId;
  readonly #path: FolderPath;
  #ids: readonly string[] = [];
  #number = 0;

  constructor({ documents }: Pick<Deps, 'documents'>, roomId: RoomId, path: FolderPath) {
    [this.#documents, this.#roomId, this.#path] = [documents, roomId, path];
  }

  /** The folders that are stored on the way, whether or not the caller sees them. */
  async load(): Promise<readonly Known[]> {
    const anyOf = pathsOnWay(this.#path).map((path) => spellingsOf(this.#roomId, path));
    const [found, number] = await Promise.all([
      this.#documents.list(folders.name, { anyOf }, { limit: MAX_SPELLINGS, order: 'oldest' }),
      this.#documents.count(folders.name, { anyOf: [treeOf(this.#roomId)] }, MAX_FOLDERS + 1),
    ]);
    [this.#ids, this.#number] = [found.map(({ id }) => id), number];
    return found.map((document) => ({ collection: folders.name, document }));
  }

  /** `besides`: a folder that is on its way to another path, and does not count. */
  find(uow: UnitOfWork, at: InRoom, besides?: FolderId): Way {
    const loaded = this.#ids.map((id) => uow.find(folders, id));
    const byPath = new Map<FolderPath, Folder>();
    for (const folder of [...loaded, ...uow.written(folders)])
      if (folder !== undefined && folder.roomId === this.#roomId && folder.id !== besides)
        byPath.set(folder.path, folder);
    const all = [...byPath.values()];
    const reach = reachIn(at);
    const isSeen = (folder: Folder): boolean => isFolderSeen(reach, folder);
    const steps: Step[] = [];
    let current = TOP_FOLDER;
    for (const name of this.#path.split('/')) {
      const path = pathWithin(current, name);
      const same = all.filter(
        (folder) => parentPath(folder.path) === current && pathKey(folder.path) === pathKey(path),
      );
      const exact = same.find((folder) => folder.path === path);
      const seen = exact !== undefined && isSeen(exact) ? exact : same.find(isSeen);
      steps.push(
        seen === undefined ? { path, folder: exact, isSeen: false } : { path: seen.path, folder: seen, isSeen: true },
      );
      current = seen?.path ?? path;
    }
    return { path: current, steps };
  }

  /** Makes the folders that the caller does not see on the way. Throws LIMIT_REACHED. */
  make(
    { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
    uow: UnitOfWork,
    { room, user }: InRoom,
    steps: readonly Step[],
  ): readonly Folder[] {
    const missing = steps.filter((step) => !step.isSeen);
    const last = missing.at(-1);
    if (last !== undefined) assertFits(last.path);
    assertRoomForFolders(this.#number, missing.filter(({ folder }) => folder === undefined).length);
    return missing.map(({ path, folder: hidden }) => {
      const folder: Folder = {
        ...(hidden ?? { id: ids.uuid<FolderId>(), roomId: room.id, path, files: {}, folders: {} }),
        createdBy: user.id,
        createdAt: clock.now(),
        isDeclared: true,
        ...zoned(zoneAt(room, path)),
      };
      uow.put(folders, folder);
      uow.record({ type: 'folder.created', target: folderTarget(folder.id, folder, room) });
      return folder;
    });
  }
}

const zoned = (zone: ZoneId | undefined): Pick<Folder, 'zone'> => (zone === undefined ? {} : { zone });
