import {
  type AvailableFile,
  DomainError,
  type FileName,
  type FolderPath,
  fileCountFor,
  isFolderSeen,
  levelsOf,
  type Mark,
  marksIn,
  nameOfReach,
  type RoomId,
  reachIn,
  type SearchText,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { filesSeen } from '../../steps/files/files-seen.ts';
import { foundFiles } from '../../steps/files/found-files.ts';
import type { FileSort } from '../../steps/files/sort-places.ts';
import { MAX_SPELLINGS } from '../../steps/folders/way-to-folder.ts';
import { inPlaceOf, type ViewAs, viewAsName, viewAsRefs } from '../../steps/groups/view-as.ts';
import { stateOf } from '../../store/collection.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { filesBelow, filesInFolder, MAX_RECURSIVE_LEVELS } from '../../store/folder-keys.ts';
import { folders, spellingsOf } from '../../store/folders.ts';

type Part = Readonly<{
  /** Lists only files of this folder, in whatever spelling where none that the caller sees has this one. */
  folder?: FolderPath | undefined;
  /** Also lists files below the folder. */
  isRecursive?: boolean | undefined;
}>;

type ListFilesInput = PageRequest &
  Part &
  Readonly<{
    roomId: RoomId;
    /** Only files whose path has each of these words. */
    q?: SearchText | undefined;
    /** Only files of this name, in any letter case and Unicode normalisation. */
    name?: FileName | undefined;
    /** Newest first without it. By name is by index number in a room that has them. */
    sort?: FileSort | undefined;
    /** For owners of the room: in the place of a group or a member. */
    viewAs?: ViewAs | undefined;
  }>;

type ListFilesDeps = OperationDeps & Pick<Deps, 'documents' | 'lists' | 'names' | 'countReading'>;

/**
 * The available files of a room or of a folder up to the caller's clearance, all or those with some words in their path or with a name. Throws
 * ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, GROUP_NOT_FOUND, MEMBER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED.
 */
export const listFiles =
  (deps: ListFilesDeps) =>
  async (
    ctx: SignedIn,
    { roomId, folder: asked, isRecursive = false, q, name, sort, viewAs, ...page }: ListFilesInput,
  ): Promise<ListedPage<AvailableFileSeen>> => {
    deps.lists.check('files', page);
    if (isRecursive && asked !== undefined && levelsOf(asked) > MAX_RECURSIVE_LEVELS)
      throw new DomainError('VALIDATION_ERROR', { details: [TOO_DEEP] });
    const { caller, found } = await inRoom(deps, ctx, roomId, {
      action: 'file.list',
      refs: viewAsRefs(roomId, viewAs),
      apply: (uow, at) => ({ caller: at, found: inPlaceOf(uow, at, viewAs) }),
    });
    const folder = asked === undefined ? undefined : await spellingSeen(deps, found, asked);
    const isNewestFirst = sort === undefined || (sort.column === 'date' && sort.isFalling);
    const listed =
      q === undefined && name === undefined && isNewestFirst
        ? await listedByDate(deps, found, { folder, isRecursive, viewAs }, page)
        : await foundFiles(deps, found, { q, name, sort, folder, isRecursive }, page);
    const seen = await filesSeen(deps, found, listed.items);
    if (page.may !== true) return { items: seen, meta: listed.meta };
    const may = listed.items.map((file) => fileMay(deps, { ...caller, file }));
    return { items: seen.map((file, index) => ({ ...file, may: may[index] ?? [] })), meta: listed.meta };
  };

/** Newest first, by an index of the store. */
async function listedByDate(
  deps: ListFilesDeps,
  found: InRoom,
  { folder, isRecursive = false, viewAs }: Part & Readonly<{ viewAs: ViewAs | undefined }>,
  page: PageRequest,
): Promise<ListedPage<AvailableFile>> {
  const { room, subject } = found;
  const reach = reachIn(found);
  // A recursive list of the top has every file of the room, whose number is known.
  const isWhole = folder === undefined || (isRecursive && folder === TOP_FOLDER);
  const keyOf = (mark: Mark): string => {
    if (isWhole) return filesOfRoom(room.id, mark);
    return isRecursive ? filesBelow(room.id, mark, folder) : filesInFolder(room.id, mark, folder);
  };
  const part = isWhole ? '' : `:${isRecursive ? 'below' : 'in'}:${folder}`;
  const { items, meta } = await deps.lists.page(
    {
      name: `files:${room.id}:${subject.clearance}${nameOfReach(reach)}${viewAsName(viewAs)}${part}`,
      collection: files,
      selection: { anyOf: marksIn(reach).map(keyOf) },
      ...(isWhole && { total: fileCountFor(reach, room) }),
    },
    page,
  );
  return { items: items.filter((file) => file.status === 'available'), meta };
}

const TOO_DEEP = {
  field: 'folder',
  rule: 'depth',
  message: `has more than ${MAX_RECURSIVE_LEVELS} levels, beyond which recursive lists end; list it without recursive`,
};

/**
 * The path in the spelling of a folder that the caller sees: its own where there is such a folder, else another one. A path that leads
 * to none stays as it is, also where a hidden folder has it.
 */
async function spellingSeen({ documents }: Pick<Deps, 'documents'>, at: InRoom, path: FolderPath): Promise<FolderPath> {
  if (path === TOP_FOLDER) return path;
  const anyOf = [spellingsOf(at.room.id, path)];
  const found = await documents.list(folders.name, { anyOf }, { limit: MAX_SPELLINGS, order: 'oldest' });
  const reach = reachIn(at);
  const seen = found.map((document) => stateOf(folders, document)).filter((folder) => isFolderSeen(reach, folder));
  return (seen.find((folder) => folder.path === path) ?? seen[0])?.path ?? path;
}
