import {
  everyMark,
  type Folder,
  isFolderSeen,
  isInReach,
  markOfFile,
  numberAll,
  type Reach,
  type RoomId,
  type RowId,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { allDocuments } from '../../store/every-listed.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { folders, treeOf } from '../../store/folders.ts';
import { labelsOfStore } from '../../store/organisation.ts';

/** Numbers all folders and files of a room, in one commit. */
export class RoomNumbers {
  readonly #deps: Pick<Deps, 'documents' | 'ids'>;
  readonly #roomId: RoomId;
  #folderIds: readonly string[] = [];
  #fileIds: readonly string[] = [];

  constructor(deps: Pick<Deps, 'documents' | 'ids'>, roomId: RoomId) {
    [this.#deps, this.#roomId] = [deps, roomId];
  }

  async load(): Promise<readonly ListedDocument[]> {
    const { documents } = this.#deps;
    const labels = await labelsOfStore(documents);
    const [tree, available] = await Promise.all([
      allDocuments(documents, folders, [treeOf(this.#roomId)]),
      allDocuments(
        documents,
        files,
        everyMark(labels).map((mark) => filesOfRoom(this.#roomId, mark)),
      ),
    ]);
    this.#folderIds = tree.map(({ id }) => id);
    this.#fileIds = available.map(({ id }) => id);
    return [
      ...tree.map((document) => ({ collection: folders.name, document })),
      ...available.map((document) => ({ collection: files.name, document })),
    ];
  }

  /** Returns the number of folders and files in reach: the others are numbered too, and not counted. */
  give(uow: UnitOfWork, reach: Reach): number {
    const found = this.#folders(uow);
    const available = this.#fileIds
      .flatMap((id) => uow.find(files, id) ?? [])
      .filter((file) => file.status === 'available');
    const numbered = numberAll(found, available, () => this.#deps.ids.uuid<RowId>());
    for (const folder of numbered.folders) uow.put(folders, folder);
    for (const file of numbered.files) uow.put(files, file);
    const seen = found.filter((folder) => folder.path !== TOP_FOLDER && isFolderSeen(reach, folder));
    return seen.length + available.filter((file) => isInReach(reach, markOfFile(file))).length;
  }

  #folders(snapshot: Snapshot): readonly Folder[] {
    return this.#folderIds.flatMap((id) => snapshot.find(folders, id) ?? []);
  }
}
