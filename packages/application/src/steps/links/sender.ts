import { type AnyLink, exists, hasAnonymousLinks, type PersonName } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

export type LinkSender = Readonly<{
  /** Name of the creator; null for one who gave none, and where links of the room are anonymous. */
  sharedBy: PersonName | null;
  /** The organisation of the service, as its operator names it; null where links of the room are anonymous. */
  organisation: string | null;
}>;

/** The person and the organisation that the holders of a link learn of. */
export function senderOf({ organisation }: Pick<Deps, 'organisation'>, snapshot: Snapshot, link: AnyLink): LinkSender {
  const room = snapshot.find(rooms, link.roomId);
  if (!exists(room) || hasAnonymousLinks(room)) return { sharedBy: null, organisation: null };
  return { sharedBy: snapshot.find(users, link.createdBy)?.name || null, organisation: organisation ?? null };
}
