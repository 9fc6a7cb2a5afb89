import {
  type Ability,
  abilities,
  type BinnedFile,
  binEnd,
  type Instant,
  nameOfReach,
  type RoomId,
  reachIn,
  type UserId,
  versionCountFor,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { factsOfFile } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { binSelection, seesWholeBin } from '../../steps/files/bin-seen.ts';
import { uploadersSeen } from '../../steps/files/files-seen.ts';
import { files } from '../../store/files.ts';

/** A file in the bin as the caller sees it. `deletedBy`: an owner of now where the caller would not find that user. */
export type BinnedSeen = Readonly<{
  file: BinnedFile;
  deletedBy: UserId;
  endsAt: Instant;
  /** Up to the clearance of the caller. */
  versionCount: number;
  may?: readonly Ability<'file'>[];
}>;

type ListBinInput = PageRequest & Readonly<{ roomId: RoomId }>;

/**
 * The files in the bin of a room up to the caller's clearance, the last deleted first: all of them for owners of the room, for
 * others those that they deleted. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listBin =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (ctx: SignedIn, { roomId, ...page }: ListBinInput): Promise<ListedPage<BinnedSeen>> => {
    deps.lists.check('bin', page);
    const found = await inRoom(deps, ctx, roomId, { action: 'bin.list', apply: (_, seen) => seen });
    const whose = seesWholeBin(found) ? 'all' : found.subject.id;
    const { items, meta } = await deps.lists.page(
      {
        name: `bin:${roomId}:${found.subject.clearance}${nameOfReach(reachIn(found))}:${whose}`,
        collection: files,
        selection: binSelection(found),
      },
      page,
    );
    const binned = items.filter((file) => file.status === 'binned');
    const named = await uploadersSeen(deps, found, [...new Set(binned.map(({ deletedBy }) => deletedBy))]);
    const seen = binned.map((file) => ({
      file,
      deletedBy: named.get(file.deletedBy) ?? file.deletedBy,
      endsAt: binEnd(found.room, file),
      versionCount: versionCountFor(deps.labelRules.scheme, file, found.subject.clearance),
      ...(page.may === true && { may: abilities('file', factsOfFile(deps, { ...found, file })) }),
    }));
    return { items: seen, meta };
  };
