import {
  type Action,
  allows,
  decide,
  leftOf,
  type UploadRequest,
  type UploadRequestStatus,
  type UserId,
  uploadRequestStatus,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap, type Snapshot } from '../../kernel/identity-map.ts';
import { type AtLiveRoom, nameInRoom } from '../../kernel/views.ts';
import { distinctRefs, refTo } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { folderRef, pathOf } from './at-request.ts';

export const REQUEST_ACTIONS = ['upload_request.open', 'upload_request.revoke', 'upload_request.see'] as const;
type RequestMay = Extract<Action, (typeof REQUEST_ACTIONS)[number]>;

/** An upload request as the caller sees it. */
export type UploadRequestSeen = Readonly<{
  request: UploadRequest;
  /** The maker, or an owner of now where the caller would not find that user. */
  createdBy: UserId;
  status: UploadRequestStatus;
  left: Readonly<{ files: number; bytes: number }>;
  may?: readonly RequestMay[];
}>;

/** The documents that decide whether a request works, besides the request and its room. */
export const makerRefs = ({ roomId, createdBy, folderId }: UploadRequest): readonly Ref[] => [
  refTo(users, createdBy),
  refTo(memberships, membershipId(roomId, createdBy)),
  ...(folderId === null ? [] : [folderRef(folderId)]),
];

/** Facts about the maker of a request, for decisions about its holders. */
export const makerOf = (snapshot: Snapshot, request: UploadRequest) => ({
  requestPlace: pathOf(snapshot, request.folderId),
  creator: snapshot.find(users, request.createdBy),
  creatorMembership: snapshot.find(memberships, membershipId(request.roomId, request.createdBy)),
});

const IN_ONE_READ = 200;

/** Requests with their present status. */
export async function requestsSeen(
  deps: Pick<Deps, 'documents' | 'clock'>,
  at: AtLiveRoom,
  requests: readonly UploadRequest[],
  isMayAsked: boolean,
): Promise<readonly UploadRequestSeen[]> {
  const refs = distinctRefs(requests.flatMap(makerRefs));
  const snapshot = new IdentityMap([], []);
  for (let start = 0; start < refs.length; start += IN_ONE_READ) {
    const slice = refs.slice(start, start + IN_ONE_READ);
    snapshot.add(slice, await deps.documents.read(slice));
  }
  return requests.map((request) => requestSeen(deps, at, snapshot, request, isMayAsked));
}

function requestSeen(
  { clock }: Pick<Deps, 'clock'>,
  at: AtLiveRoom,
  snapshot: Snapshot,
  request: UploadRequest,
  isMayAsked: boolean,
): UploadRequestSeen {
  const now = clock.now();
  const maker = makerOf(snapshot, request);
  // A draft is decided as if it were opened.
  const { reasons } = decide('upload_request.confirm', { ...at, ...maker, request, now });
  const makerStillMay = reasons.every(({ rule, holds }) => holds || !OF_MAKER.has(rule));
  const facts = { ...at, request, requestPlace: maker.requestPlace };
  return {
    request,
    createdBy: nameInRoom(at, request.createdBy, { target: maker.creator, member: maker.creatorMembership }),
    status: uploadRequestStatus(request, makerStillMay, now),
    left: leftOf(request, now),
    ...(isMayAsked && { may: REQUEST_ACTIONS.filter((action) => allows(action, facts)) }),
  };
}

const OF_MAKER: ReadonlySet<string> = new Set(['request-room-active', 'requester-still-may']);
