import {
  type AnyLink,
  type AvailableFile,
  everyMark,
  type File,
  type Folder,
  type FolderId,
  type FolderPath,
  hasKey,
  type Instant,
  inZone,
  isAtOrBelow,
  type LiveRoom,
  levelsOf,
  markOfFile,
  movedPath,
  parentPath,
  type RoomId,
  recountFile,
  type ZoneId,
  zoneAt,
} from '@strongroom/domain';
import type { Page, Position, Selection } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type Collection, refTo, stateOf } from '../../store/collection.ts';
import { files, filesInBinOf, pendingIn } from '../../store/files.ts';
import { filesBelow, MAX_RECURSIVE_LEVELS } from '../../store/folder-keys.ts';
import { folderId, folderIdsFrom, folders, MAX_PLAIN_CHARACTERS, treeOf } from '../../store/folders.ts';
import { listedFrom } from '../../store/listed-from.ts';
import { labelsOfStore } from '../../store/organisation.ts';
import { fileLink, linksOfRoom, shareLinks } from '../../store/share-links.ts';

const IN_ONE_LIST = 1000;

/** The room before and after a change of its restricted folders, or of their paths. */
type Rooms = Readonly<{ before: LiveRoom; after: LiveRoom }>;

/** The new path of a folder. `tellsName`: whether those who read the path of a file may learn the new name of the folder. */
type NewPath = Readonly<{
  to: FolderPath;
  tellsName: (file: Pick<AvailableFile, 'folder' | 'effectiveLabel'>) => boolean;
}>;

type Placed = Readonly<{ folder: FolderPath; zone?: ZoneId }>;

/** Whether a file in the bin lay in this folder, and not in one of its name that was there before. */
const layIn = (folder: Folder, file: Placed, at: Instant, room: LiveRoom) =>
  at >= folder.createdAt && file.zone === zoneAt(room, file.folder);

/**
 * Whether an announced upload goes with the folder that its text leads to. Only into a restricted one in which it was announced: from
 * the text alone its uploader would learn the new name of a folder that is hidden from them.
 */
const follows = (file: Placed, room: LiveRoom): boolean => file.zone === zoneAt(room, file.folder);

/** An announced upload without its restricted folder after that was lifted. Never in one that came after it. */
const ofKeptZone = <F extends Placed>(file: F, lifted: FolderPath, room: LiveRoom): F =>
  file.zone === undefined || room.restrictions?.some(({ id }) => id === file.zone) === true
    ? file
    : inZone(file, zoneAt(room, lifted));

/** A folder with all folders and files below it, also those that the caller does not see. */
export class Subtree {
  readonly #documents: Deps['documents'];
  #folderIds: readonly string[] = [];
  #fileIds: readonly string[] = [];
  #linkIds: readonly string[] = [];
  #parent: string | undefined;

  constructor({ documents }: Pick<Deps, 'documents'>) {
    this.#documents = documents;
  }

  /** `withLinks`: also the links of these files, which follow them below a restricted folder. */
  async load(folder: Folder, withLinks: boolean): Promise<readonly ListedDocument[]> {
    const { roomId, path } = folder;
    const labels = await labelsOfStore(this.#documents);
    const listed = path.split('/').slice(0, MAX_RECURSIVE_LEVELS).join('/');
    const isBelow = (state: File): boolean => hasKey(state) && isAtOrBelow(state.folder, path);
    this.#parent = levelsOf(path) > 1 ? folderId(roomId, parentPath(path)) : undefined;
    const [below, available, others, parent] = await Promise.all([
      this.#foldersFrom(roomId, path),
      this.#listed(files, { anyOf: everyMark(labels).map((mark) => filesBelow(roomId, mark, listed)) }, isBelow),
      this.#listed(files, { anyOf: [pendingIn(roomId), ...filesInBinOf(roomId, labels)] }, isBelow),
      this.#documents.read(this.#parent === undefined ? [] : [refTo(folders, this.#parent)]),
    ]);
    this.#folderIds = below.map(({ document }) => document.id);
    this.#fileIds = [...available, ...others].map(({ document }) => document.id);
    const above = parent.flatMap((document) => (document ? [{ collection: folders.name, document }] : []));
    const links = withLinks ? await this.#links(roomId, labels) : [];
    this.#linkIds = links.map(({ document }) => document.id);
    return [...below, ...available, ...others, ...above, ...links];
  }

  folders(snapshot: Snapshot): readonly Folder[] {
    return this.#folderIds.map((id) => snapshot.find(folders, id)).filter((folder) => folder !== undefined);
  }

  /** The id of the folder above. */
  parentId(snapshot: Snapshot): FolderId | null {
    return this.#parent === undefined ? null : (snapshot.find(folders, this.#parent)?.id ?? null);
  }

  /**
   * Gives the files their paths after the folder got another one, and them and their links the nearest restricted folder that the room
   * now has. Returns the room with its files counted under their marks. A file in the bin that lay in another folder of that name
   * stays as it was.
   */
  placeFiles(uow: UnitOfWork, folder: Folder, { to, tellsName }: NewPath, { before, after }: Rooms): LiveRoom {
    let counted = after;
    for (const id of this.#fileIds) {
      const file = uow.find(files, id);
      if (!hasKey(file)) continue;
      const isMoved = to !== folder.path;
      if (isMoved && file.status !== 'available' && !tellsName(file)) continue;
      const moved = isMoved ? { ...file, folder: movedPath(file.folder, folder.path, to) } : file;
      if (moved.status === 'pending') {
        const next = follows(file, before) ? ofKeptZone(moved, to, after) : file;
        if (next !== file) uow.put(files, next);
        continue;
      }
      if (moved.status === 'binned' && !layIn(folder, file, moved.deletedAt, before)) continue;
      const next = inZone(moved, zoneAt(after, moved.folder));
      if (next === file) continue;
      uow.put(files, next);
      if (file.status === 'available' && next.status === 'available' && markOfFile(file) !== markOfFile(next))
        counted = recountFile(counted, markOfFile(file), markOfFile(next));
    }
    this.#placeLinks(uow, after);
    return counted;
  }

  /** Gives everything below a folder, which stays where it is, the nearest restricted folder that the room now has. */
  restrict(uow: UnitOfWork, folder: Folder, change: Rooms): LiveRoom {
    for (const one of this.folders(uow)) {
      const next = inZone(one, zoneAt(change.after, one.path));
      if (next !== one && one.path !== folder.path) uow.put(folders, next);
    }
    return this.placeFiles(uow, folder, { to: folder.path, tellsName: () => true }, change);
  }

  #placeLinks(uow: UnitOfWork, room: LiveRoom): void {
    for (const id of this.#linkIds) {
      const link = fileLink(uow.find(shareLinks, id));
      const file = link && uow.find(files, link.fileId);
      if (link === undefined || file?.status !== 'available') continue;
      const next = inZone(link, zoneAt(room, file.folder));
      if (next !== link) uow.put(shareLinks, next);
    }
  }

  #links(roomId: RoomId, labels: readonly string[]): Promise<readonly ListedDocument[]> {
    const ids = new Set(this.#fileIds);
    const isOfThese = (state: AnyLink): boolean => {
      const link = fileLink(state);
      return link !== undefined && ids.has(link.fileId);
    };
    return this.#listed(shareLinks, { anyOf: linksOfRoom(roomId, labels) }, isOfThese);
  }

  async #foldersFrom(roomId: RoomId, path: FolderPath): Promise<readonly ListedDocument[]> {
    const beginning = folderIdsFrom(roomId, Array.from(path).slice(0, MAX_PLAIN_CHARACTERS).join(''));
    const found: ListedDocument[] = [];
    const all = { collection: folders.name, selection: { anyOf: [treeOf(roomId)] }, beginning };
    for await (const documents of listedFrom(this.#documents, all))
      for (const document of documents)
        if (isAtOrBelow(stateOf(folders, document).path, path)) found.push({ collection: folders.name, document });
    return found;
  }

  async #listed<S>(
    collection: Collection<S>,
    selection: Selection,
    isBelow: (state: S) => boolean,
  ): Promise<readonly ListedDocument[]> {
    const found: ListedDocument[] = [];
    let after: Position | undefined;
    for (;;) {
      const page: Page = { limit: IN_ONE_LIST, order: 'oldest', ...(after && { after }) };
      const documents = await this.#documents.list(collection.name, selection, page);
      for (const document of documents)
        if (isBelow(stateOf(collection, document))) found.push({ collection: collection.name, document });
      const last = documents.at(-1);
      if (last === undefined || documents.length < IN_ONE_LIST) return found;
      after = { position: last.position, id: last.id };
    }
  }
}
