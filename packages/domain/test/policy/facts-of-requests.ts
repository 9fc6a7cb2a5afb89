/** Like `facts-of.ts`, for upload requests and the inbox. */
import type { Instant, Label, UploadRequest } from '../../src/index.ts';
import * as an from '../examples.ts';
import { type Facts, factsAtRoom, NOTHING } from './facts-of.ts';
import { FENCED_PATH } from './fences.ts';
import type { AtRequest, RequestHolder } from './oracle/situation.ts';
import { CALLER, EPOCH, membership, OTHER, override, room } from './things.ts';

const REQUESTS: Readonly<Record<AtRequest['request'], UploadRequest | undefined>> = {
  absent: undefined,
  own: an.anUploadRequest({ createdBy: CALLER }),
  before: an.anUploadRequest({ createdBy: CALLER, creatorMembershipId: an.membershipId(2) }),
  'of another user': an.anUploadRequest({ createdBy: OTHER }),
  'in another room': an.anUploadRequest({ createdBy: CALLER, roomId: an.roomId(2) }),
};

const ITEMS: Readonly<Record<AtRequest['item'], Facts['item']>> = {
  absent: undefined,
  there: { roomId: an.roomId(1) },
  'in another room': { roomId: an.roomId(2) },
};

const PLACES = { there: FENCED_PATH, gone: undefined } as const;

export const factsAtRequest = (s: AtRequest): Facts => ({
  ...factsAtRoom(s),
  request: REQUESTS[s.request],
  requestPlace: PLACES[s.folder],
  item: ITEMS[s.item],
});

const RECEIVED = { less: [1, 1], 'all files': [2, 1], 'all bytes': [1, 100] } as const;

export function factsOfRequestHolder(s: RequestHolder): Facts {
  const epoch = s.creatorWasAway ? EPOCH + 1 : EPOCH;
  const [files, bytes] = RECEIVED[s.received];
  const made = an.anUploadRequest({
    createdBy: CALLER,
    creatorEpoch: EPOCH,
    ...(s.request === 'a draft' && { opened: null }),
    revokedAt: s.revoked ? an.NOW : null,
    expiresAt: (s.expired ? an.NOW : an.NOW + 1) as Instant,
    received: { files, bytes },
  });
  return {
    ...NOTHING,
    room: room(s.room, s.label, false, 'never', false, s.fences)[0],
    request: s.request === 'absent' ? undefined : made,
    requestPlace: PLACES[s.folder],
    creator:
      s.creator === 'absent'
        ? undefined
        : // An unknown label is not a clearance.
          an.aUser({ status: s.creator, epoch, clearance: override(s.creatorClearance) ?? ('C9' as Label) }),
    creatorMembership: membership(s.creatorMember, epoch)[0],
  };
}
