import { folderMarksIn, nameOfReach, type RoomId, reachIn } from '@strongroom/domain';
import { takeAllowance } from '../../kernel/allowance.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { folderMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { foldersBeforeUpgrade } from '../../steps/folders/folders-before-upgrade.ts';
import { type FolderSeen, foldersSeen } from '../../steps/folders/folders-seen.ts';
import { keepsFolders } from '../../steps/folders/kept-folders.ts';
import { positionsIn } from '../../steps/folders/siblings.ts';
import { inPlaceOf, type ViewAs, viewAsName, viewAsRefs } from '../../steps/groups/view-as.ts';
import { filesOfRoom } from '../../store/files.ts';
import { folderIdsFrom, folders, foldersOfRoom } from '../../store/folders.ts';

/** Maximum total of folders: those of a room are counted from its index, those with a `prefix` one by one. */
const MAX_COUNTED = 10_000;
const MAX_COUNTED_OF_BEGINNING = 1_000;

/** Pages a minute for each user while the store has the form of the last release: each looks through the newest files. */
const PAGES_PER_MINUTE = 60;

type ListFoldersDeps = OperationDeps & Pick<Deps, 'documents' | 'limiter' | 'lists'>;
/** `viewAs`: for owners of the room, in the place of a group or a member. */
type ListFoldersInput = PageRequest &
  Readonly<{
    roomId: RoomId;
    prefix?: string | undefined;
    viewAs?: ViewAs | undefined;
    positions?: boolean | undefined;
  }>;

/**
 * The folders of a room that the caller sees, by path; with `prefix` those whose path begins with it. They are the ones that were
 * made, and those with files up to the caller's clearance. Folders with files above the clearance only are under other keys: they are neither read nor counted, and take no
 * time. Before the store is upgraded they are those of the newest files, at a limited rate. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, GROUP_NOT_FOUND, MEMBER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR,
 * RATE_LIMIT_EXCEEDED.
 */
export const listFolders = (deps: ListFoldersDeps) => {
  const countPage = takeAllowance(deps, { name: 'folders', perMinute: PAGES_PER_MINUTE });
  return async (
    ctx: SignedIn,
    { roomId, prefix = '', viewAs, positions = false, ...page }: ListFoldersInput,
  ): Promise<ListedPage<FolderSeen>> => {
    deps.lists.check('folders', page);
    const { caller, at } = await inRoom(deps, ctx, roomId, {
      action: 'file.list',
      refs: viewAsRefs(roomId, viewAs),
      apply: (uow, seen) => ({ caller: seen, at: inPlaceOf(uow, seen, viewAs) }),
    });
    const reach = reachIn(at);
    const name = `folders:${roomId}:${at.subject.clearance}${nameOfReach(reach)}${viewAsName(viewAs)}:${prefix}`;
    if (!(await keepsFolders(deps))) {
      await countPage(ctx.credential.userId);
      const found = await foldersBeforeUpgrade(
        deps,
        reach.labels.map((label) => filesOfRoom(roomId, label)),
      );
      const beginning = found.folders
        .filter(({ path }) => path.startsWith(prefix))
        .map((folder) => earlier(at, folder));
      const { items, meta } = deps.lists.cut(`${name}:newest`, beginning, BY_PATH, page);
      return { items, meta: { ...meta, totalIsExact: found.isWhole } };
    }
    const { items, meta } = await deps.lists.page(
      {
        name,
        collection: folders,
        selection: { anyOf: folderMarksIn(reach).map((mark) => foldersOfRoom(roomId, mark)) },
        order: 'oldest',
        ...(prefix === '' ? {} : { idsFrom: folderIdsFrom(roomId, prefix) }),
        maxTotal: prefix === '' ? MAX_COUNTED : MAX_COUNTED_OF_BEGINNING,
      },
      page,
    );
    const placed = await foldersSeen(deps, at, items);
    const positionOf = positions ? await positionsIn(deps, at, items) : undefined;
    const seen = positionOf
      ? items.flatMap((folder, index) =>
          placed.slice(index, index + 1).map((one) => ({ ...one, position: positionOf(folder) })),
        )
      : placed;
    if (page.may !== true) return { items: seen, meta };
    const may = items.map((folder) => folderMay({ ...caller, folder }));
    return { items: seen.map((folder, index) => ({ ...folder, may: may[index] ?? [] })), meta };
  };
};

/** A folder of a store that has none, known by the files in it. */
const earlier = ({ room }: InRoom, { path, fileCount }: Pick<FolderSeen, 'path' | 'fileCount'>): FolderSeen => ({
  id: null,
  roomId: room.id,
  path,
  parentId: null,
  index: null,
  fileCount,
  folderCount: 0,
  createdBy: room.owners[0] ?? room.createdBy,
  createdAt: room.createdAt,
  structure: 'open',
});

const BY_PATH = { id: ({ path }: FolderSeen) => encodeURIComponent(path), order: () => 0, isRising: true } as const;
