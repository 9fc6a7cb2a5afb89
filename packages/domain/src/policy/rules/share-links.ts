import { isPresent } from '../../model/file.ts';
import { isLive } from '../../model/membership.ts';
import { mayBeShared } from '../../model/organisation.ts';
import { isResumable } from '../../model/redemption.ts';
import { exists } from '../../model/room.ts';
import { isExhausted, isExpired, isRevoked } from '../../model/share-link.ts';
import { effectiveClearance } from '../../model/user.ts';
import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type {
  ClearanceRuleFacts,
  FileFacts,
  LinkFacts,
  PackageFacts,
  RedemptionFacts,
  RoomFacts,
  SharingFacts,
  WhoFacts,
} from './facts.ts';
import { creatorContributes } from './restrictions.ts';
import { liveMembership, membersOpen } from './rooms.ts';

export const shareable = rule<SharingFacts & FileFacts>(
  'shareable',
  'The operator allows links to files of this label.',
  'SHARE_NOT_ALLOWED',
  ({ labelRules, file }) => isPresent(file) && mayBeShared(labelRules, file.effectiveLabel),
);

export const linkExists = rule<LinkFacts>(
  'link-exists',
  'The link exists.',
  'SHARE_NOT_FOUND',
  ({ link }) => link !== undefined,
);

export const linkedFileThere = rule<LinkFacts & RoomFacts & FileFacts>(
  'linked-file-exists',
  'The file of the link and its room exist.',
  'SHARE_NOT_FOUND',
  ({ link, room, file }) =>
    exists(room) && file?.status === 'available' && link?.fileId === file.id && file.roomId === room.id,
);

export const linkNotRevoked = rule<LinkFacts>(
  'link-not-revoked',
  'The link is not revoked.',
  'SHARE_REVOKED',
  ({ link }) => link !== undefined && !isRevoked(link),
);

export const creatorStillMay = rule<LinkFacts & RoomFacts & FileFacts & SharingFacts & ClearanceRuleFacts>(
  'creator-still-may',
  'The creator of the link is active, has not left the room since, is still its owner or contributor, also by every restricted folder on the way, and is cleared for the file.',
  'SHARE_REVOKED',
  ({ link, creator, creatorMembership, room, file, labelRules, now }) =>
    link !== undefined &&
    creator?.status === 'active' &&
    creator.id === link.createdBy &&
    creator.epoch === link.creatorEpoch &&
    isLive(creatorMembership, creator, now) &&
    creatorMembership.id === link.creatorMembershipId &&
    creatorMembership.roomId === room?.id &&
    creatorMembership.role !== 'viewer' &&
    creatorContributes({ room, file }, creatorMembership) &&
    mayBeShared(labelRules, link.label) &&
    dominates(labelRules.scheme, effectiveClearance(labelRules, creator), link.label),
);

export const linkNotExpired = rule<LinkFacts>(
  'link-not-expired',
  'The link has not expired.',
  'SHARE_EXPIRED',
  ({ link, now }) => link !== undefined && !isExpired(link, now),
);

export const capLeft = rule<LinkFacts>(
  'cap-left',
  'The link has downloads left.',
  'SHARE_EXHAUSTED',
  ({ link }) => link !== undefined && !isExhausted(link),
);

export const redemptionOpen = rule<LinkFacts & RedemptionFacts>(
  'redemption-open',
  'The redemption is one of this link, began within the last 24 hours, and was resumed fewer than 100 times.',
  'REDEMPTION_ENDED',
  ({ link, redemption, now }) => link !== undefined && redemption !== undefined && isResumable(redemption, link, now),
);

export const linkHolder = rule<LinkFacts>(
  'link-holder',
  'The caller holds the secret of the link.',
  'SHARE_NOT_FOUND',
  ({ link }) => link !== undefined,
);

export const linkCreator = rule<WhoFacts & LinkFacts>(
  'link-creator',
  'The caller created the link.',
  'SHARE_NOT_FOUND',
  ({ subject, link }) => link?.createdBy === subject.id,
);

export const linkMaker = roomRule<WhoFacts & LinkFacts & RoomFacts>(
  'link-maker',
  'The caller created the link and is an owner or contributor of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return (role === 'owner' || role === 'contributor') && facts.link?.createdBy === facts.subject.id;
  },
);

export const linkOfFile = rule<LinkFacts & FileFacts>(
  'link-of-file',
  'The link belongs to this file.',
  'SHARE_NOT_FOUND',
  ({ link, file }) => link !== undefined && link.fileId === file?.id,
);

export const linkGuard = rule<WhoFacts>(
  'link-guard',
  'The caller is an owner of the organisation, a domain admin or a security officer.',
  'SHARE_NOT_FOUND',
  ({ subject }) => subject.role === 'owner' || subject.role === 'domain_admin' || subject.role === 'security_officer',
);

export const linkSeer = rule<WhoFacts & RoomFacts & FileFacts>(
  'link-seer',
  'The caller is an owner of the room, or a contributor of one whose members see each other.',
  'SHARE_NOT_FOUND',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return role === 'owner' || (role === 'contributor' && membersOpen.holds(facts));
  },
);

export const packageOfRoom = rule<PackageFacts & RoomFacts>(
  'package-of-room',
  'The package exists in this room.',
  'SHARE_NOT_FOUND',
  (facts) => facts.package?.kind === 'package' && facts.package.roomId === facts.room?.id,
);

export const packageCreator = rule<WhoFacts & PackageFacts>(
  'package-creator',
  'The caller created the package.',
  'SHARE_NOT_FOUND',
  (facts) => facts.package?.createdBy === facts.subject.id,
);

export const packageMaker = roomRule<WhoFacts & PackageFacts & RoomFacts>(
  'package-maker',
  'The caller created the package and is an owner or contributor of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return (role === 'owner' || role === 'contributor') && packageCreator.holds(facts);
  },
);
