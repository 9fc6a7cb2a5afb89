import type { FileId, RoomId, ShareLinkId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { AtFile } from '../../kernel/in-file.ts';
import { type OperationDeps, type OperationOn, operateOn } from '../../kernel/operation-on.ts';
import { atRoom, fileRefs } from '../../kernel/sight.ts';
import { shareTarget, unknownShareTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { shareLinks } from '../../store/share-links.ts';
import type { LinkStanding } from '../links/standing-of-link.ts';

type LinkPlace = Readonly<{ roomId: RoomId; fileId: FileId; shareId: ShareLinkId }>;
type AtLink = AtFile & Pick<LinkStanding, 'link' | 'creator' | 'creatorMembership' | 'now'>;

/** Answers a question about a link that the asker sees. */
export const inLinkOfQuestion = <T>(
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, fileId, shareId }: LinkPlace,
  question: OperationOn<'access.share.explain', AtLink, AtLink, T>,
): Promise<T> =>
  operateOn<'access.share.explain', AtLink, AtLink, T>(
    deps,
    ctx,
    {
      refs: [...fileRefs(ctx, roomId, fileId), refTo(shareLinks, shareId)],
      find: (snapshot) => ({
        ...atRoom(deps, snapshot, ctx, roomId),
        file: snapshot.find(files, fileId),
        link: snapshot.find(shareLinks, shareId),
        creator: undefined,
        creatorMembership: undefined,
        now: deps.clock.now(),
      }),
      target: ({ link }) => (link === undefined ? unknownShareTarget(shareId) : shareTarget(link)),
      seen: (found) => found,
    },
    question,
  );
