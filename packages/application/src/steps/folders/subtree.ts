import {
  EPOCH,
  everyMark,
  type File,
  type Folder,
  type FolderId,
  type FolderPath,
  hasKey,
  isAtOrBelow,
  levelsOf,
  movedPath,
  parentPath,
} from '@strongroom/domain';
import type { Page, Position, Selection } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { Known, Snapshot } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type Collection, refTo, stateOf } from '../../store/collection.ts';
import { files, filesInBinOf, pendingIn } from '../../store/files.ts';
import { filesBelow, MAX_RECURSIVE_LEVELS } from '../../store/folder-keys.ts';
import { folderId, folderIdsFrom, folders, MAX_PLAIN_CHARACTERS, treeOf } from '../../store/folders.ts';
import { labelsOfStore } from '../../store/organisation.ts';

const IN_ONE_LIST = 1000;

/** A folder with all folders and files below it, also those that the caller does not see. */
export class Subtree {
  readonly #documents: Deps['documents'];
  #folderIds: readonly string[] = [];
  #fileIds: readonly string[] = [];
  #parent: string | undefined;

  constructor({ documents }: Pick<Deps, 'documents'>) {
    this.#documents = documents;
  }

  async load(folder: Folder): Promise<readonly Known[]> {
    const { roomId, path } = folder;
    const labels = await labelsOfStore(this.#documents);
    const listed = path.split('/').slice(0, MAX_RECURSIVE_LEVELS).join('/');
    const isBelow = (state: File): boolean => hasKey(state) && isAtOrBelow(state.folder, path);
    const beginning = folderIdsFrom(roomId, Array.from(path).slice(0, MAX_PLAIN_CHARACTERS).join(''));
    this.#parent = levelsOf(path) > 1 ? folderId(roomId, parentPath(path)) : undefined;
    const [below, available, others, parent] = await Promise.all([
      this.#listed(folders, { anyOf: [treeOf(roomId)] }, (state) => isAtOrBelow(state.path, path), beginning),
      this.#listed(files, { anyOf: everyMark(labels).map((mark) => filesBelow(roomId, mark, listed)) }, isBelow),
      this.#listed(files, { anyOf: [pendingIn(roomId), ...filesInBinOf(roomId, labels)] }, isBelow),
      this.#documents.read(this.#parent === undefined ? [] : [refTo(folders, this.#parent)]),
    ]);
    this.#folderIds = below.map(({ document }) => document.id);
    this.#fileIds = [...available, ...others].map(({ document }) => document.id);
    const above = parent.flatMap((document) => (document ? [{ collection: folders.name, document }] : []));
    return [...below, ...available, ...others, ...above];
  }

  folders(snapshot: Snapshot): readonly Folder[] {
    return this.#folderIds.map((id) => snapshot.find(folders, id)).filter((folder) => folder !== undefined);
  }

  /** The id of the folder above. */
  parentId(snapshot: Snapshot): FolderId | null {
    return this.#parent === undefined ? null : (snapshot.find(folders, this.#parent)?.id ?? null);
  }

  moveFiles(uow: UnitOfWork, from: FolderPath, to: FolderPath): void {
    for (const id of this.#fileIds) {
      const file = uow.find(files, id);
      if (hasKey(file)) uow.put(files, { ...file, folder: movedPath(file.folder, from, to) });
    }
  }

  /** `beginning`: ids are read from it on, and until one begins otherwise. */
  async #listed<S>(
    collection: Collection<S>,
    selection: Selection,
    isBelow: (state: S) => boolean,
    beginning?: string,
  ): Promise<readonly Known[]> {
    const found: Known[] = [];
    let after: Position | undefined = beginning === undefined ? undefined : { position: EPOCH, id: beginning };
    for (;;) {
      const page: Page = { limit: IN_ONE_LIST, order: 'oldest', ...(after && { after }) };
      const documents = await this.#documents.list(collection.name, selection, page);
      const within = documents.filter(({ id }) => beginning === undefined || id.startsWith(beginning));
      for (const document of within)
        if (isBelow(stateOf(collection, document))) found.push({ collection: collection.name, document });
      const last = documents.at(-1);
      if (last === undefined || within.length < IN_ONE_LIST) return found;
      after = { position: last.position, id: last.id };
    }
  }
}
