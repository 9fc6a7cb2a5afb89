import { type FileId, fileOfLink, type RoomId, type ShareLinkId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import type { AtFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom } from '../../kernel/sight.ts';
import { files } from '../../store/files.ts';
import { fileLink, shareLinks } from '../../store/share-links.ts';
import type { LinkStanding } from './standing-of-link.ts';

export type LinkPlace = Readonly<{ roomId: RoomId; fileId: FileId; shareId: ShareLinkId }>;
export type AtLink = AtFile & Pick<LinkStanding, 'link' | 'creator' | 'creatorMembership' | 'now'>;

/** A link and what it lies in, without its creator. */
export const atLink = (
  deps: OperationDeps,
  snapshot: Snapshot,
  ctx: SignedIn,
  { roomId, fileId, shareId }: LinkPlace,
): AtLink => {
  const link = fileLink(snapshot.find(shareLinks, shareId));
  return {
    ...atRoom(deps, snapshot, ctx, roomId),
    file: fileOfLink(deps.labelRules.scheme, snapshot.find(files, fileId), link),
    link,
    creator: undefined,
    creatorMembership: undefined,
    now: deps.clock.now(),
  };
};
