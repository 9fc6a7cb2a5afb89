import {
  type AvailableFile,
  DomainError,
  decide,
  decideOnAny,
  type ExplainableAction,
  type FileId,
  type FolderId,
  fileOfLink,
  isPresent,
  type PendingFile,
  type RoomId,
  type ShareLink,
  type ShareLinkId,
  type UserId,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { activeOwners } from '../../kernel/active-owners.ts';
import { commonRooms } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom } from '../../kernel/sight.ts';
import { roomTarget } from '../../kernel/targets.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { fileLink, linksOfFileBy, shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';
import type { QuestionTopic } from './topic.ts';

type PlaceTopicsDeps = OperationDeps & Pick<Deps, 'documents' | 'ids' | 'roomInvitations' | 'externalOwners'>;

/** The room of a question, and the user whom it is about. */
type InRoomOf = Readonly<{ userId: UserId; roomId: RoomId; action: ExplainableAction }>;

export function topicOfRoom(deps: PlaceTopicsDeps, ctx: SignedIn, place: InRoomOf): QuestionTopic {
  const { action } = place;
  const owners = ownersFor(deps, ctx, place);
  return {
    refs: roomRefsOf(place),
    loadMore: owners.loadMore,
    decide: (snapshot, asked) => {
      const { room, membership } = placeIn(snapshot, place);
      const { roomInvitations: invitations = 'owners', externalOwners = 'off' } = deps;
      const facts = { ...asked, room: owners.of(snapshot, room), membership, invitations, externalOwners };
      return decideOnAny('room', action, [facts]);
    },
  };
}

/** A member of the room. Reads the rooms that an external user has in common with them. */
export function topicOfMember(
  deps: PlaceTopicsDeps,
  ctx: SignedIn,
  place: InRoomOf & Readonly<{ memberId: UserId }>,
): QuestionTopic {
  const { roomId, memberId, action } = place;
  const id = membershipId(roomId, memberId);
  const owners = ownersFor(deps, ctx, place);
  const common = commonOf(deps, place.userId, memberId);
  return {
    refs: [...roomRefsOf(place), refTo(users, memberId), refTo(memberships, id)],
    loadMore: async (snapshot) => [...(await owners.loadMore(snapshot)), ...(await common.loadMore(snapshot))],
    permitSight: (snapshot, asker) => {
      const facts = {
        ...asker,
        memberId,
        member: snapshot.find(memberships, id),
        target: snapshot.find(users, memberId),
      };
      const target = roomTarget(roomId, asker.room);
      permit(decide('room.members.name', facts), target);
      // The reasons tell whether the member was deactivated.
      permit(decide('room.members.see_end', facts), target);
    },
    decide: (snapshot, asked) => {
      const { room, membership } = placeIn(snapshot, place);
      const member = snapshot.find(memberships, id);
      if (member === undefined) throw new DomainError('MEMBER_NOT_FOUND');
      const target = snapshot.find(users, memberId);
      const facts = { ...asked, room: owners.of(snapshot, room), membership, member, memberId, target };
      const { externalOwners = 'off' } = deps;
      return decideOnAny('member', action, [{ ...facts, common: common.of(), externalOwners }]);
    },
  };
}

export type OfFile = InRoomOf & Readonly<{ fileId: FileId }>;

export function topicOfFolder(place: InRoomOf & Readonly<{ folderId: FolderId }>): QuestionTopic {
  const key = folderKey(place.folderId);
  return {
    refs: [...roomRefsOf(place), refBy(folders, key)],
    decide: (snapshot, asked) => {
      const folder = snapshot.findBy(folders, key);
      return decideOnAny('folder', place.action, [{ ...asked, ...placeIn(snapshot, place), folder }]);
    },
  };
}

export const topicOfShare = (place: OfFile & Readonly<{ shareId: ShareLinkId }>): QuestionTopic => ({
  refs: [...roomRefsOf(place), refTo(files, place.fileId), refTo(shareLinks, place.shareId)],
  decide: (snapshot, asked) => {
    const facts = { ...asked, ...placeIn(snapshot, place), ...NO_CREATOR };
    const link = fileLink(snapshot.find(shareLinks, place.shareId));
    const file = fileOfLink(asked.labelRules.scheme, snapshot.find(files, place.fileId), link);
    return decideOnAny('share', place.action, [{ ...facts, file, link }]);
  },
});

/** Some link of a file: one that another user made, or one of the user's own if there is one. */
export function topicOfSomeShare(deps: PlaceTopicsDeps, place: OfFile): QuestionTopic {
  let own: ShareLink | undefined;
  return {
    refs: [...roomRefsOf(place), refTo(files, place.fileId)],
    loadMore: async () => {
      const anyOf = [linksOfFileBy(place.fileId, place.userId)];
      const [found] = await deps.documents.list(shareLinks.name, { anyOf }, { limit: 1, order: 'oldest' });
      own = fileLink(found && stateOf(shareLinks, found));
      return [];
    },
    decide: (snapshot, asked) => {
      const file = snapshot.find(files, place.fileId);
      const facts = { ...asked, ...placeIn(snapshot, place), ...NO_CREATOR, file };
      const another = isPresent(file) ? linkOfAnother(deps, file) : undefined;
      return decideOnAny(
        'share',
        place.action,
        [another, ...(own ? [own] : [])].map((link) => ({ ...facts, link })),
      );
    },
  };
}

/** Only holders of a link are judged by the state of its creator. */
const NO_CREATOR = { creator: undefined, creatorMembership: undefined } as const;

const linkOfAnother = (
  { ids, secrets, clock }: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
  file: PendingFile | AvailableFile,
): ShareLink => ({
  id: ids.uuid<ShareLinkId>(),
  fileId: file.id,
  roomId: file.roomId,
  label: file.effectiveLabel,
  sealed: '',
  secretHash: secrets.hash(''),
  createdBy: ids.uuid<UserId>(),
  createdAt: clock.now(),
  creatorEpoch: 0,
  creatorMembershipId: ids.uuid(),
  expiresAt: clock.now(),
  maxDownloads: null,
  downloads: 0,
  revokedAt: null,
});

/** The rooms that two users have in common, if the first is external. Reading them is not charged to a user who does not ask. */
export function commonOf(deps: Pick<Deps, 'documents' | 'clock'>, userId: UserId, otherId: UserId) {
  let found: Awaited<ReturnType<typeof commonRooms>> = [];
  return {
    loadMore: async (snapshot: Snapshot) => {
      const user = snapshot.find(users, userId);
      found =
        user === undefined ? [] : await commonRooms({ ...deps, countReading: async () => undefined }, user, otherId);
      return [];
    },
    of: () => found,
  };
}

/** Only one action depends on whether the owners are active. */
function ownersFor(
  deps: PlaceTopicsDeps,
  ctx: SignedIn,
  { userId, roomId, action }: InRoomOf,
): ReturnType<typeof activeOwners> {
  const owners = activeOwners(
    deps,
    (snapshot) => atRoom(deps, snapshot, ctx, roomId),
    () => userId,
  );
  return action === 'room.members.add' ? owners : { ...owners, loadMore: async () => [] };
}

type PlaceOfUser = Pick<InRoomOf, 'userId' | 'roomId'>;

export const roomRefsOf = ({ userId, roomId }: PlaceOfUser): readonly Ref[] => [
  refTo(rooms, roomId),
  refTo(memberships, membershipId(roomId, userId)),
];

export const placeIn = (snapshot: Snapshot, { userId, roomId }: PlaceOfUser) => ({
  room: snapshot.find(rooms, roomId),
  membership: snapshot.find(memberships, membershipId(roomId, userId)),
});
