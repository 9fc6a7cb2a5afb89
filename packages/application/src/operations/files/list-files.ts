import { DomainError, type FolderPath, fileCountFor, labelsUpTo, type RoomId, TOP_FOLDER } from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { filesSeen } from '../../steps/files/files-seen.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { filesBelow, filesInFolder, levelsOf, MAX_RECURSIVE_LEVELS } from '../../store/folder-keys.ts';

type Input = PageRequest &
  Readonly<{
    roomId: RoomId;
    /** Only files of this folder. */
    folder?: FolderPath | undefined;
    /** Also files below the folder. */
    isRecursive?: boolean | undefined;
  }>;

/**
 * The available files of a room or of a folder up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR, VALIDATION_ERROR.
 */
export const listFiles =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, folder, isRecursive = false, ...page }: Input,
  ): Promise<Listed<AvailableFileSeen>> => {
    deps.lists.check('files', page);
    if (isRecursive && folder !== undefined && levelsOf(folder) > MAX_RECURSIVE_LEVELS)
      throw new DomainError('VALIDATION_ERROR', { details: [TOO_DEEP] });
    const found = await inRoom(deps, ctx, roomId, { action: 'file.list', apply: (_, seen) => seen });
    const { room, subject } = found;
    const { scheme } = deps.labelRules;
    // Below the top is every file of the room, whose number is known.
    const isWhole = folder === undefined || (isRecursive && folder === TOP_FOLDER);
    const keyOf = (label: string): string => {
      if (isWhole) return filesOfRoom(roomId, label);
      return isRecursive ? filesBelow(roomId, label, folder) : filesInFolder(roomId, label, folder);
    };
    const part = isWhole ? '' : `:${isRecursive ? 'below' : 'in'}:${folder}`;
    const listed = await deps.lists.page(
      {
        name: `files:${roomId}:${subject.clearance}${part}`,
        collection: files,
        selection: { anyOf: labelsUpTo(scheme, subject.clearance).map(keyOf) },
        ...(isWhole && { total: fileCountFor(scheme, room, subject.clearance) }),
      },
      page,
    );
    const available = listed.items.filter((file) => file.status === 'available');
    const seen = await filesSeen(deps, found, available);
    if (page.may !== true) return { items: seen, meta: listed.meta };
    const may = available.map((file) => fileMay(deps, { ...found, file }));
    return { items: seen.map((file, index) => ({ ...file, may: may[index] ?? [] })), meta: listed.meta };
  };

const TOO_DEEP = {
  field: 'folder',
  rule: 'depth',
  message: `has more than ${MAX_RECURSIVE_LEVELS} levels, beyond which recursive lists end; list it without recursive`,
};
