import { decide, type FolderPath, isThere, leadsThroughOwners, type RoomId, TOP_FOLDER } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { Denied } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { roomTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { permitMaking } from './permit-making.ts';
import { WayToFolder } from './way-to-folder.ts';

/**
 * The folder that a file goes to by the text of its path. One in another spelling is that folder if the caller sees it, so that no
 * second one is made beside it.
 */
export class FolderByPath {
  readonly #way: WayToFolder;
  readonly #path: FolderPath;
  readonly #id: string;

  constructor(deps: Pick<Deps, 'documents'>, roomId: RoomId, path: FolderPath) {
    this.#way = new WayToFolder(deps, roomId, path);
    this.#path = path;
    this.#id = folderId(roomId, path);
  }

  /** The folder in the spelling of the text. Where it is there, no other is looked for. */
  get refs(): readonly Ref[] {
    return this.#path === TOP_FOLDER ? [] : [refTo(folders, this.#id)];
  }

  /** The caller goes only to folders that they see in places in which owners of the room make the folders. */
  load(snapshot: Snapshot, { room }: AtRoom): Promise<readonly ListedDocument[]> {
    return !this.leadsThroughOwners(room) && this.#isExact(snapshot) ? NOTHING : this.#way.loadSpellings();
  }

  leadsThroughOwners(room: AtRoom['room']): boolean {
    return isThere(room) && leadsThroughOwners(room, this.#path);
  }

  /**
   * Throws INSUFFICIENT_ROOM_ROLE for a folder to which the caller may not add files, and for one that only owners of the room make,
   * also where it is there and hidden.
   */
  find(uow: UnitOfWork, at: InRoom): FolderPath {
    if (!this.leadsThroughOwners(at.room) && this.#isExact(uow)) return this.#added(at, this.#path);
    const { path, steps } = this.#way.find(uow, at);
    for (const step of steps) if (!step.isSeen) permitMaking(at, step.path);
    return this.#added(at, path);
  }

  /** For an announced upload, which makes no folder yet. Throws as `find`. */
  permit(uow: UnitOfWork, at: InRoom): void {
    if (this.leadsThroughOwners(at.room)) this.find(uow, at);
    else this.#added(at, this.#path);
  }

  /** The policy has only decided on the part of the path that the caller may see. */
  #added(at: InRoom, path: FolderPath): FolderPath {
    if (path === TOP_FOLDER) return path;
    const decision = decide('folder.create', { ...at, place: path });
    if (decision.effect === 'deny')
      throw new Denied(decision, 'INSUFFICIENT_ROOM_ROLE', roomTarget(at.room.id, at.room));
    return path;
  }

  #isExact(snapshot: Snapshot): boolean {
    return this.#path === TOP_FOLDER || snapshot.find(folders, this.#id) !== undefined;
  }
}

const NOTHING: Promise<readonly ListedDocument[]> = Promise.resolve([]);
