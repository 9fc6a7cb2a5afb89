import { isLive } from '../../model/membership.ts';
import { isRequestExpired, isRequestFull } from '../../model/upload-request.ts';
import { effectiveClearance } from '../../model/user.ts';
import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type {
  ClearanceRuleFacts,
  ItemFacts,
  RoomFacts,
  UploadRequestFacts,
  UploadRequestHolderFacts,
  WhoFacts,
} from './facts.ts';
import { addsAt, memberAdds } from './restrictions.ts';
import { liveMembership } from './rooms.ts';

export const requestInRoom = rule<RoomFacts & UploadRequestFacts>(
  'request-in-room',
  'The upload request exists in this room.',
  'REQUEST_NOT_FOUND',
  ({ request, room }) => request !== undefined && request.roomId === room?.id,
);

export const requester = roomRule<WhoFacts & RoomFacts & UploadRequestFacts>(
  'requester',
  'The caller made the upload request and is a member of the room.',
  'REQUEST_NOT_FOUND',
  (facts) => facts.request?.createdBy === facts.subject.id && liveMembership(facts) !== undefined,
);

export const requesterAdds = roomRule<WhoFacts & RoomFacts & UploadRequestFacts>(
  'requester-adds',
  'The caller made the upload request, has not left the room since, and may add files to its folder.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    facts.request?.createdBy === facts.subject.id &&
    facts.request.roomId === facts.room?.id &&
    facts.request.creatorMembershipId === liveMembership(facts)?.id &&
    addsAt(facts, facts.requestPlace),
);

export const itemInRoom = rule<RoomFacts & ItemFacts>(
  'item-in-room',
  'The item lies in the inbox of this room.',
  'ITEM_NOT_FOUND',
  ({ item, room }) => item !== undefined && item.roomId === room?.id,
);

export const requestOpened = rule<RoomFacts & UploadRequestHolderFacts>(
  'request-opened',
  'The upload request and its room exist, and it has its key and its link.',
  'REQUEST_NOT_FOUND',
  (facts) => requestInRoom.holds(facts) && facts.request?.opened !== null && facts.room?.status !== 'deleted',
);

export const requestNotRevoked = rule<UploadRequestHolderFacts>(
  'request-not-revoked',
  'The upload request is not revoked.',
  'REQUEST_REVOKED',
  ({ request }) => request?.revokedAt === null,
);

export const requestRoomActive = rule<RoomFacts>(
  'request-room-active',
  'The room of the upload request is not archived.',
  'REQUEST_REVOKED',
  ({ room }) => room?.status === 'active',
);

export const requesterStillMay = rule<UploadRequestHolderFacts & RoomFacts & ClearanceRuleFacts>(
  'requester-still-may',
  'The maker of the upload request is active, has not left the room since, may still add files to its folder, and is cleared for the room.',
  'REQUEST_REVOKED',
  ({ request, requestPlace, creator, creatorMembership, room, labelRules, now }) =>
    request !== undefined &&
    room !== undefined &&
    creator?.status === 'active' &&
    creator.id === request.createdBy &&
    creator.epoch === request.creatorEpoch &&
    isLive(creatorMembership, creator, now) &&
    creatorMembership.id === request.creatorMembershipId &&
    creatorMembership.roomId === room.id &&
    memberAdds({ room }, creatorMembership, requestPlace) &&
    dominates(labelRules.scheme, effectiveClearance(labelRules, creator), room.label),
);

export const requestNotExpired = rule<UploadRequestHolderFacts>(
  'request-not-expired',
  'The upload request has not expired.',
  'REQUEST_EXPIRED',
  ({ request, now }) => request !== undefined && !isRequestExpired(request, now),
);

export const requestNotFull = rule<UploadRequestHolderFacts>(
  'request-not-full',
  'The upload request takes more files.',
  'REQUEST_FULL',
  ({ request }) => request !== undefined && !isRequestFull(request),
);

export const requestHolder = rule<UploadRequestHolderFacts>(
  'request-holder',
  'The caller holds the secret of the upload request.',
  'REQUEST_NOT_FOUND',
  ({ request }) => request !== undefined,
);
