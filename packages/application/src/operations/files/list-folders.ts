import { type FolderPath, type Label, labelsUpTo, type RoomId } from '@strongroom/domain';
import { allowance } from '../../kernel/allowance.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { foldersBeforeUpgrade } from '../../steps/files/folders-before-upgrade.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { COUNTED_FROM, folderIdsFrom, folders, foldersOfRoom } from '../../store/folders.ts';
import { SCHEMAS, schemas } from '../../store/schemas.ts';

/** A folder that holds files which the caller may see, and their number, without those in folders below it. */
export type FolderSeen = Readonly<{ path: FolderPath; fileCount: number }>;

/** Maximum number of folders that are counted: those of a room off its index, those of a beginning one by one. */
const MAX_COUNTED = 10_000;
const MAX_COUNTED_OF_BEGINNING = 1_000;

/** Pages a minute for each user while the store has the form of the last release: each looks through the newest files. */
const PAGES_PER_MINUTE = 60;

type ListFoldersDeps = OperationDeps & Pick<Deps, 'documents' | 'limiter' | 'lists'>;
type ListFoldersInput = PageRequest & Readonly<{ roomId: RoomId; prefix?: string | undefined }>;

/**
 * The folders of the available files of a room up to the caller's clearance, by path; with `prefix` those whose path begins
 * with it. Folders with files above the clearance only are under other keys: they are neither read nor counted, and take no
 * time. Before the store is upgraded they are those of the newest files, at a limited rate. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED.
 */
export const listFolders = (deps: ListFoldersDeps) => {
  const countPage = allowance(deps, { name: 'folders', perMinute: PAGES_PER_MINUTE });
  return async (ctx: SignedIn, { roomId, prefix = '', ...page }: ListFoldersInput): Promise<Listed<FolderSeen>> => {
    deps.lists.check('folders', page);
    const { subject } = await inRoom(deps, ctx, roomId, { action: 'file.list', apply: (_, seen) => seen });
    const labels = labelsUpTo(deps.labelRules.scheme, subject.clearance);
    const name = `folders:${roomId}:${subject.clearance}:${prefix}`;
    if (!(await areCounted(deps))) {
      await countPage(ctx.credential.userId);
      const found = await foldersBeforeUpgrade(
        deps,
        labels.map((label) => filesOfRoom(roomId, label)),
      );
      const beginning = found.folders.filter(({ path }) => path.startsWith(prefix));
      const { items, meta } = deps.lists.cut(`${name}:newest`, beginning, BY_PATH, page);
      return { items, meta: { ...meta, totalIsExact: found.isWhole } };
    }
    const { items, meta } = await deps.lists.page(
      {
        name,
        collection: folders,
        selection: { anyOf: labels.map((label) => foldersOfRoom(roomId, label)) },
        order: 'oldest',
        ...(prefix === '' ? {} : { idsFrom: folderIdsFrom(roomId, prefix) }),
        maxTotal: prefix === '' ? MAX_COUNTED : MAX_COUNTED_OF_BEGINNING,
      },
      page,
    );
    const seen = (counts: Readonly<Record<Label, number>>): number =>
      labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0);
    return { items: items.map(({ path, files: counts }) => ({ path, fileCount: seen(counts) })), meta };
  };
};

/** A store of the last release has no folders yet, or not all of them. */
async function areCounted({ documents }: ListFoldersDeps): Promise<boolean> {
  const [noted] = await documents.read([refTo(schemas, SCHEMAS)]);
  const written = noted && stateOf(schemas, noted).written[files.name];
  return written !== undefined && written >= COUNTED_FROM;
}

const BY_PATH = { id: ({ path }: FolderSeen) => encodeURIComponent(path), order: () => 0, isRising: true } as const;
