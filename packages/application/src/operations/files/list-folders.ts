import { type FolderPath, labelsUpTo, type RoomId } from '@strongroom/domain';
import { allowance } from '../../kernel/allowance.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { stateOf } from '../../store/collection.ts';
import { files, filesOfRoom } from '../../store/files.ts';

/** A folder that holds files which the caller may see, and their number, without those in folders below it. */
export type FolderSeen = Readonly<{ path: FolderPath; fileCount: number }>;

/** Maximum number of files that are looked through, the newest first: beyond it, folders and counts are those of the newest. */
export const MAX_FILES_LOOKED_THROUGH = 10_000;
const IN_ONE_READ = 500;

/** Pages that a user may have per minute, because each looks through all these files: a completion on TAB takes one. */
export const FOLDER_PAGES_PER_MINUTE = 60;

type Needs = OperationDeps & Pick<Deps, 'documents' | 'limiter' | 'lists'>;
type Input = PageRequest & Readonly<{ roomId: RoomId }>;

/**
 * The folders of the available files of a room up to the caller's clearance, by path. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR, VALIDATION_ERROR,
 * RATE_LIMIT_EXCEEDED.
 */
export const listFolders = (deps: Needs) => {
  const countPage = allowance(deps, { name: 'folders', perMinute: FOLDER_PAGES_PER_MINUTE });
  return async (ctx: SignedIn, { roomId, ...page }: Input): Promise<Listed<FolderSeen>> => {
    deps.lists.check('folders', page);
    const { subject } = await inRoom(deps, ctx, roomId, { action: 'file.list', apply: (_, seen) => seen });
    await countPage(ctx.credential.userId);
    const labels = labelsUpTo(deps.labelRules.scheme, subject.clearance);
    const { folders, isWhole } = await foldersOf(
      deps,
      labels.map((label) => filesOfRoom(roomId, label)),
    );
    const { items, meta } = deps.lists.cut(`folders:${roomId}:${subject.clearance}`, folders, BY_PATH, page);
    return { items, meta: { ...meta, ...(!isWhole && { totalIsExact: false }) } };
  };
};

const BY_PATH = { id: ({ path }: FolderSeen) => encodeURIComponent(path), order: () => 0, isRising: true } as const;

/** Files above the clearance are under other keys: they are neither read nor counted, and take no time. */
async function foldersOf(
  { documents }: Pick<Deps, 'documents'>,
  anyOf: readonly string[],
): Promise<Readonly<{ folders: readonly FolderSeen[]; isWhole: boolean }>> {
  const counts = new Map<FolderPath, number>();
  for (let page = {}, seen = 0; seen < MAX_FILES_LOOKED_THROUGH; seen += IN_ONE_READ) {
    const listed = await documents.list(files.name, { anyOf }, { limit: IN_ONE_READ, order: 'newest', ...page });
    for (const file of listed.map((document) => stateOf(files, document)))
      if (file.status === 'available') counts.set(file.folder, (counts.get(file.folder) ?? 0) + 1);
    const last = listed.at(-1);
    if (last === undefined || listed.length < IN_ONE_READ) return { folders: foldersIn(counts), isWhole: true };
    page = { after: { position: last.position, id: last.id } };
  }
  return { folders: foldersIn(counts), isWhole: false };
}

const foldersIn = (counts: ReadonlyMap<FolderPath, number>): readonly FolderSeen[] =>
  [...counts].map(([path, fileCount]) => ({ path, fileCount }));
