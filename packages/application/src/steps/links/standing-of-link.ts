import {
  type AnyLink,
  decide,
  type File,
  fileOfLink,
  higherLabel,
  type Instant,
  type LabelRules,
  type Membership,
  type Room,
  relabelLink,
  type ShareLink,
  shareStatus,
  type User,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { type AtLiveRoom, nameInRoom } from '../../kernel/views.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { fileShownBy, namesOfShown } from './file-shown-by.ts';

/** Everything that decides whether a link works, read at one point in time. */
export type LinkStanding = Readonly<{
  labelRules: LabelRules;
  link: ShareLink | undefined;
  room: Room | undefined;
  /** The file, with the version that the link names as its content. */
  file: File | undefined;
  creator: User | undefined;
  creatorMembership: Membership | undefined;
  /** Holding a link is not a membership: rules about memberships find none. */
  membership: undefined;
  now: Instant;
}>;

/** The documents that decide whether a link works, besides the link itself. */
export const standingRefs = (link: Pick<ShareLink, 'roomId' | 'fileId' | 'createdBy'>): readonly Ref[] => [
  refTo(rooms, link.roomId),
  refTo(files, link.fileId),
  ...creatorRefs(link),
];

/** The creator of a link, and their membership. */
export const creatorRefs = ({ roomId, createdBy }: Pick<AnyLink, 'roomId' | 'createdBy'>): readonly Ref[] => [
  refTo(users, createdBy),
  refTo(memberships, membershipId(roomId, createdBy)),
];

export const standingOf = (labelRules: LabelRules, snapshot: Snapshot, link: ShareLink, now: Instant): LinkStanding => {
  const file = fileOfLink(labelRules.scheme, snapshot.find(files, link.fileId), link);
  const released =
    file?.status === 'available' ? higherLabel(labelRules.scheme, link.label, file.effectiveLabel) : link.label;
  return {
    labelRules,
    // The creator must be cleared for what the link releases, also if that is an earlier version that a download began with.
    link: relabelLink(link, released),
    room: snapshot.find(rooms, link.roomId),
    file,
    creator: snapshot.find(users, link.createdBy),
    creatorMembership: snapshot.find(memberships, membershipId(link.roomId, link.createdBy)),
    membership: undefined,
    now,
  };
};

/** Rules about the link itself, whose status names them. */
const OF_THE_LINK: ReadonlySet<string> = new Set(['link-not-revoked', 'link-not-expired', 'cap-left']);

/** Whether holders of a link get its file while the link works. */
export const isGiven = (labelRules: LabelRules, snapshot: Snapshot, link: ShareLink, now: Instant): boolean =>
  decide('share.redeem', standingOf(labelRules, snapshot, link, now)).reasons.every(
    ({ rule, holds }) => holds || OF_THE_LINK.has(rule),
  );

/** A link as the caller sees it, with its present status, as the policy that would decide on a download sees it. */
export function shareSeen(at: AtLiveRoom, snapshot: Snapshot, link: ShareLink, now: Instant): ShareSeen {
  const standing = standingOf(at.labelRules, snapshot, link, now);
  const { reasons } = decide('share.redeem', standing);
  const creatorMay = reasons.every((reason) => reason.rule !== 'creator-still-may' || reason.holds);
  const { creator: target, creatorMembership: member } = standing;
  const shown = fileShownBy(at, snapshot.find(files, link.fileId), link);
  return {
    link,
    createdBy: nameInRoom(at, link.createdBy, { target, member }),
    status: shareStatus(link, creatorMay, now),
    fileCount: shown ? 1 : 0,
    fileTotal: 1,
    ...namesOfShown(shown ? [shown] : []),
  };
}
