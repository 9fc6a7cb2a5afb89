import {
  type AvailableFile,
  exists,
  hasAnonymousLinks,
  type PersonName,
  remainingDownloads,
  type ShareLink,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/** The file of a link, as shown to the holder of the link before a download. */
export type Peeked = Readonly<{
  link: ShareLink;
  file: AvailableFile;
  remaining: number | null;
  /** Name of the creator; null for one who gave none, and where links of the room are anonymous. */
  sharedBy: PersonName | null;
  /** The organisation of the service, as its operator names it; null where links of the room are anonymous. */
  organisation: string | null;
}>;

/** Shows the file of a link and consumes no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export const peekShare =
  (deps: PresentedDeps & Pick<Deps, 'organisation'>) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<Peeked> => {
    const presented = await linkWithSecret(deps, secret);
    return deps.runner.run(
      onPresentedLink(deps, visitor, presented, 'share.peek', (uow, link, file) => ({
        link,
        file,
        remaining: remainingDownloads(link),
        ...senderOf(deps, uow, link),
      })),
    );
  };

function senderOf(
  { organisation }: Pick<Deps, 'organisation'>,
  snapshot: Snapshot,
  link: ShareLink,
): Pick<Peeked, 'sharedBy' | 'organisation'> {
  const room = snapshot.find(rooms, link.roomId);
  if (!exists(room) || hasAnonymousLinks(room)) return { sharedBy: null, organisation: null };
  return { sharedBy: snapshot.find(users, link.createdBy)?.name || null, organisation: organisation ?? null };
}
