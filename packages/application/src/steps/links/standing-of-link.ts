import {
  type Classification,
  decide,
  type File,
  type Instant,
  type Membership,
  type Room,
  type ShareLink,
  shareStatus,
  type User,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/** Everything a link's standing depends on, read at one point in time. */
export type LinkStanding = Readonly<{
  classification: Classification;
  link: ShareLink | undefined;
  room: Room | undefined;
  file: File | undefined;
  creator: User | undefined;
  creatorMembership: Membership | undefined;
  /** Whoever asks is not a member by this link: rules about memberships find none. */
  membership: undefined;
  now: Instant;
}>;

/** Names what the standing of a link depends on besides the link itself. */
export const standingRefs = (link: Pick<ShareLink, 'roomId' | 'fileId' | 'createdBy'>): readonly Ref[] => [
  refTo(rooms, link.roomId),
  refTo(files, link.fileId),
  refTo(users, link.createdBy),
  refTo(memberships, membershipId(link.roomId, link.createdBy)),
];

export const standingOf = (
  classification: Classification,
  uow: Snapshot,
  link: ShareLink,
  now: Instant,
): LinkStanding => ({
  classification,
  link,
  room: uow.find(rooms, link.roomId),
  file: uow.find(files, link.fileId),
  creator: uow.find(users, link.createdBy),
  creatorMembership: uow.find(memberships, membershipId(link.roomId, link.createdBy)),
  membership: undefined,
  now,
});

/** A link with its present status, as the policy that would decide on a download sees it. */
export function shareSeen(standing: LinkStanding & Readonly<{ link: ShareLink }>): ShareSeen {
  const decision = decide('share.redeem', standing);
  const creatorMay = decision.reasons.every((reason) => reason.rule !== 'creator-still-may' || reason.holds);
  return { link: standing.link, status: shareStatus(standing.link, creatorMay, standing.now) };
}
