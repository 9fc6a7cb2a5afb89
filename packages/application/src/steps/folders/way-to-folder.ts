import {
  assertFits,
  assertRoomForFolders,
  asUnseen,
  dominates,
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
  withoutOrder,
  type ZoneId,
  zoneAt,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { folderTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files } from '../../store/files.ts';
import { folders, spellingsOf, treeOf } from '../../store/folders.ts';

/** Spellings of 32 names that an older version let in. */
export const MAX_SPELLINGS = 500;

/** A folder on the way to a path. `folder` is there already; the caller may not see it. */
type Step = Readonly<{ path: FolderPath; folder: Folder | undefined; isSeen: boolean }>;

/** The folders that a path leads through, in the spelling that they have. */
export type FolderRoute = Readonly<{ path: FolderPath; steps: readonly Step[] }>;

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

  /** The folders that are stored on the way, whether or not the caller sees them, and the number of all in the room. */
  async load(): Promise<readonly ListedDocument[]> {
    const [found, number] = await Promise.all([
      this.loadSpellings(),
      this.#documents.count(folders.name, { anyOf: [treeOf(this.#roomId)] }, MAX_FOLDERS + 1),
    ]);
    this.#number = number;
    return found;
  }

  /** The folders that are stored on the way, to find it and to make none. */
  async loadSpellings(): Promise<readonly ListedDocument[]> {
    const anyOf = pathsOnWay(this.#path).map((path) => spellingsOf(this.#roomId, path));
    const found = await this.#documents.list(folders.name, { anyOf }, { limit: MAX_SPELLINGS, order: 'oldest' });
    this.#ids = found.map(({ id }) => id);
    return found.map((document) => ({ collection: folders.name, document }));
  }

  /** `besides`: a folder that is on its way to another path, and does not count. */
  find(uow: UnitOfWork, at: InRoom, besides?: FolderId): FolderRoute {
    const loaded = this.#ids.map((id) => uow.find(folders, id));
    const byPath = new Map<FolderPath, Folder>();
    for (const folder of [...loaded, ...uow.written(folders)])
      if (folder !== undefined && folder.roomId === this.#roomId && folder.id !== besides)
        byPath.set(folder.path, folder);
    const all = [...byPath.values()];
    const coming = pathsComing(uow, at);
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
      const spelled = exact === undefined ? (coming.get(pathKey(path)) ?? path) : path;
      steps.push(
        seen === undefined
          ? { path: spelled, folder: exact, isSeen: false }
          : { path: seen.path, folder: seen, isSeen: true },
      );
      current = seen?.path ?? spelled;
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
        ...(hidden
          ? asUnseen(withoutOrder(hidden))
          : { id: ids.uuid<FolderId>(), roomId: room.id, path, files: {}, folders: {} }),
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

/** The folders that files of the same commit bring to the room, by key, as far as the caller sees those files. */
function pathsComing(uow: UnitOfWork, { room, subject, labelRules }: InRoom): ReadonlyMap<string, FolderPath> {
  const coming = new Map<string, FolderPath>();
  for (const file of uow.written(files)) {
    if (file.status !== 'available' || file.roomId !== room.id || file.folder === TOP_FOLDER) continue;
    if (file.zone !== undefined || !dominates(labelRules.scheme, subject.clearance, file.effectiveLabel)) continue;
    for (const path of pathsOnWay(file.folder)) if (!coming.has(pathKey(path))) coming.set(pathKey(path), path);
  }
  return coming;
}
