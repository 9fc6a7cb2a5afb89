import {
  asUnseen,
  type File,
  type Folder,
  type FolderId,
  type FolderPath,
  inZone,
  isNewToSome,
  type Label,
  type LabelScheme,
  labelOfMark,
  levelsOf,
  parentPath,
  type RoomId,
  sightOf,
  TOP_FOLDER,
  withoutNumber,
  withoutOrder,
  zoneOfMark,
} from '@strongroom/domain';
import type { Change, DocumentStore, Ids, StoredDocument } from '@strongroom/ports';
import type { Projected, Projection } from '../../kernel/projection.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { folderId, folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';
import {
  type Arrival,
  arrivalsIn,
  differencesOf,
  type FileDerivation,
  type FolderDifference,
} from './folder-differences.ts';
import { giveNumbers } from './given-numbers.ts';

/** The stores take 200 refs in one read. */
const IN_ONE_READ = 200;

type Documents = Pick<DocumentStore, 'read'>;
type TreeDeps = Readonly<{ ids: Pick<Ids, 'uuid'>; scheme: LabelScheme }>;
type Place = Pick<Folder, 'roomId' | 'path'>;

/**
 * The folders of rooms with their numbers. They follow from the changed files of a commit and from the folders that its operations
 * make, move and delete: a folder exists while it is declared or holds something, and the folders above it exist with it.
 */
export const folderTree = (deps: TreeDeps): Projection<File, Folder> => ({
  of: files,
  into: folders,
  derive: (documents, given) => folderChanges(documents, deps, given),
});

/**
 * Undefined, and nothing is read, unless a file comes, goes, moves or gets another label, or an operation writes a folder. One that comes
 * as another one goes changes no number, but needs its own in a room with index numbers. INVARIANT:
 * a file of an older schema is not counted yet, and is by the commit that rewrites it.
 */
export function folderChanges(
  documents: Documents,
  deps: TreeDeps,
  given: FileDerivation,
): Promise<Projected> | undefined {
  const differences = differencesOf(given);
  const arrivals = arrivalsIn(given);
  return differences.size === 0 && given.own.length === 0 && arrivals.length === 0
    ? undefined
    : new FolderTree(documents, deps, given).changes(differences, arrivals);
}

type Node = {
  readonly roomId: RoomId;
  readonly path: FolderPath;
  readonly stored: StoredDocument | undefined;
  before: Folder | undefined;
  after: Folder | undefined;
  isWritten: boolean;
};

/** The folders that one commit changes. */
class FolderTree {
  readonly #documents: Documents;
  readonly #ids: Pick<Ids, 'uuid'>;
  readonly #scheme: LabelScheme;
  readonly #given: FileDerivation;
  readonly #nodes = new Map<string, Node>();

  constructor(documents: Documents, { ids, scheme }: TreeDeps, given: FileDerivation) {
    [this.#documents, this.#ids, this.#scheme, this.#given] = [documents, ids, scheme, given];
  }

  async changes(differences: ReadonlyMap<string, FolderDifference>, arrivals: readonly Arrival[]): Promise<Projected> {
    const { own } = this.#given;
    await this.#load([
      ...own.map(({ before, after }) => after ?? stateOf(folders, present(before))),
      ...differences.values(),
    ]);
    for (const { before, after } of own) this.#write(before, after);
    const labels = await this.#labelsOfRooms([...differences.values()]);
    for (const [id, difference] of differences) this.#count(id, difference, labels);
    await this.#passUp();
    this.#renew();
    const completed = await this.#giveNumbers(arrivals);
    return {
      changes: [...this.#nodes].flatMap(([id, node]) => changeOf(id, node)),
      ids: [...this.#nodes.keys()],
      completed,
    };
  }

  /** An operation decides on all but the numbers, which follow. */
  #write(before: StoredDocument | undefined, after: Folder | undefined): void {
    const node = this.#node(after ?? stateOf(folders, present(before)));
    node.isWritten = true;
    const { files: counted = {}, folders: below = {} } = node.before ?? {};
    if (after !== undefined) node.after = { ...after, files: counted, folders: below };
    // The id moves to another path, or ends. The folder that stays at this path gets another id.
    else if (node.after !== undefined)
      node.after = { ...unplaced(node.after), id: this.#ids.uuid<FolderId>(), isDeclared: false };
  }

  /** Folders lose their numbers where others see them from now on: under the old ones, they would learn that the folders were there. */
  #renew(): void {
    const before = new Map(
      [...this.#nodes.values()].flatMap((node) => (node.before ? [[node.before.id, node.before]] : [])),
    );
    for (const node of this.#nodes.values()) {
      const was = node.after && before.get(node.after.id);
      if (was !== undefined && node.after !== undefined && isNewToSome(this.#scheme, was, node.after))
        node.after = asUnseen(node.after);
    }
  }

  #giveNumbers(arrivals: readonly Arrival[]): Promise<readonly Change[]> {
    const came = [...this.#nodes.values()].filter(({ before, after, isWritten }) => {
      const isUnnumbered = before?.indexNumber !== undefined && after?.indexNumber === undefined;
      return after !== undefined && (before === undefined || isWritten || isUnnumbered);
    });
    const tree = {
      load: (places: readonly Place[]) => this.#load(places),
      find: (place: Place) => present(this.#node(place).after),
      replace: (folder: Folder) => {
        this.#node(folder).after = folder;
      },
    };
    const deps = { documents: this.#documents, ids: this.#ids, known: this.#given.known };
    return giveNumbers(deps, tree, { folders: came, files: arrivals });
  }

  #count(id: string, { roomId, path, by, maker }: FolderDifference, labels: ReadonlyMap<RoomId, Label>): void {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new TypeError('a folder is counted without having been read');
    const folder = node.after ?? this.#undeclared(roomId, path, maker);
    const counts = new Map(Object.entries(folder.files));
    for (const [mark, number] of by) counts.set(mark, (counts.get(mark) ?? 0) + number);
    const roomLabel = labels.get(roomId);
    const declaring = [...by].find(([mark, number]) => number > 0 && labelOfMark(mark) === roomLabel)?.[0];
    const declares = path !== TOP_FOLDER && !folder.isDeclared && declaring !== undefined;
    node.after = {
      ...(declares ? { ...inZone(folder, zoneOfMark(declaring)), isDeclared: true } : folder),
      ...(declares && maker !== undefined && { createdBy: maker.id, createdAt: maker.at }),
      files: Object.fromEntries([...counts].filter(([, number]) => number > 0)),
    };
  }

  /** A folder tells the one above when another group of callers sees it: level by level, from the lowest. */
  async #passUp(): Promise<void> {
    const deepest = Math.max(...[...this.#nodes.values()].map(({ path }) => levelsOf(path)));
    for (let level = deepest; level > 0; level--) {
      const changed = [...this.#nodes.values()].flatMap((node) => {
        if (levelsOf(node.path) !== level) return [];
        node.after = settled(node.after);
        const [before, after] = [sightIn(node.before), sightIn(node.after)];
        return before === after
          ? []
          : [{ roomId: node.roomId, path: parentPath(node.path), before, after, by: node.after ?? node.before }];
      });
      await this.#load(changed);
      for (const { roomId, path, before, after, by } of changed) {
        const node = this.#node({ roomId, path });
        const above = node.after ?? this.#undeclared(roomId, path, by && { id: by.createdBy, at: by.createdAt });
        const below = new Map(Object.entries(above.folders));
        if (before !== '') below.set(before, (below.get(before) ?? 0) - 1);
        if (after !== '') below.set(after, (below.get(after) ?? 0) + 1);
        node.after = { ...above, folders: Object.fromEntries([...below].filter(([, number]) => number > 0)) };
      }
    }
    for (const node of this.#nodes.values()) node.after = settled(node.after);
  }

  #undeclared(roomId: RoomId, path: FolderPath, maker: FolderDifference['maker']): Folder {
    if (maker === undefined) throw new TypeError('a folder appeared without a file or a user');
    return {
      id: this.#ids.uuid<FolderId>(),
      roomId,
      path,
      createdBy: maker.id,
      createdAt: maker.at,
      isDeclared: false,
      files: {},
      folders: {},
    };
  }

  #node({ roomId, path }: Pick<Folder, 'roomId' | 'path'>): Node {
    const node = this.#nodes.get(folderId(roomId, path));
    if (node === undefined) throw new TypeError('a folder is written without having been read');
    return node;
  }

  async #load(places: readonly Pick<Folder, 'roomId' | 'path'>[]): Promise<void> {
    const missing: Readonly<{ id: string; roomId: RoomId; path: FolderPath }>[] = [];
    for (const { roomId, path } of places) {
      const id = folderId(roomId, path);
      if (this.#nodes.has(id)) continue;
      const known = this.#given.stored(id);
      this.#nodes.set(id, nodeOf(roomId, path, known ?? undefined));
      if (known === undefined) missing.push({ id, roomId, path });
    }
    for (let start = 0; start < missing.length; start += IN_ONE_READ) {
      const some = missing.slice(start, start + IN_ONE_READ);
      const read = await this.#documents.read(some.map(({ id }) => refTo(folders, id)));
      for (const [index, { id, roomId, path }] of some.entries())
        this.#nodes.set(id, nodeOf(roomId, path, read[index]));
    }
  }

  /** The labels of rooms in which an undeclared folder got files: one of the label of the room declares it. */
  async #labelsOfRooms(differences: readonly FolderDifference[]): Promise<ReadonlyMap<RoomId, Label>> {
    const open = differences.filter(
      ({ roomId, path, by }) =>
        path !== TOP_FOLDER &&
        this.#node({ roomId, path }).after?.isDeclared !== true &&
        [...by.values()].some((number) => number > 0),
    );
    const ids = [...new Set(open.map(({ roomId }) => roomId))];
    const labels = new Map<RoomId, Label>();
    for (let start = 0; start < ids.length; start += IN_ONE_READ) {
      const some = ids.slice(start, start + IN_ONE_READ);
      const read = await this.#documents.read(some.map((id) => refTo(rooms, id)));
      for (const document of read) {
        const room = document && stateOf(rooms, document);
        if (room !== undefined) labels.set(room.id, room.label);
      }
    }
    return labels;
  }
}

function nodeOf(roomId: RoomId, path: FolderPath, stored: StoredDocument | undefined): Node {
  const before = stored && stateOf(folders, stored);
  return { roomId, path, stored, before, after: before, isWritten: false };
}

function present<P>(found: P | undefined): P {
  if (found === undefined) throw new TypeError('a folder is needed that does not exist');
  return found;
}

/** A folder that came to this path by no user: without the order and the numbers of the one that was there. */
function unplaced(folder: Folder): Folder {
  const { indexRow: _, ...rest } = withoutNumber(withoutOrder(folder));
  return rest;
}

const sightIn = (folder: Folder | undefined): string => (folder === undefined ? '' : sightOf(folder));

/** Undefined for a folder that is neither declared nor holds anything. The top of a room keeps the last number that it gave. */
const settled = (folder: Folder | undefined): Folder | undefined =>
  folder !== undefined &&
  (folder.isDeclared ||
    Object.keys(folder.files).length > 0 ||
    Object.keys(folder.folders).length > 0 ||
    (folder.path === TOP_FOLDER && folder.indexRow !== undefined))
    ? folder
    : undefined;

function changeOf(id: string, { stored, before, after, isWritten }: Node): readonly Change[] {
  if (!isWritten && JSON.stringify(before) === JSON.stringify(after)) return [];
  const collection = folders.name;
  if (after === undefined) return stored === undefined ? [] : [{ collection, remove: { id, version: stored.version } }];
  const next = documentOf(folders, after, (stored?.version ?? 0) + 1);
  return [{ collection, ...(stored === undefined ? { insert: next } : { replace: next }) }];
}
