import {
  Email,
  IdReference,
  InvitationMessage,
  listOf,
  MAX_GROUPS,
  nullable,
  optional,
  PageNumber,
  PerPage,
  PersonName,
  RoomId,
  RoomRole,
  UserId,
} from '@strongroom/domain';
import { listed, ok, withStatus } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import type { QueryFlag } from '../describe/query-flag.ts';
import { bulkOf, one, pageOf } from '../describe/shape.ts';
import { instantOf, momentNamed } from './moment.ts';
import {
  MemberRemovedView,
  MembershipView,
  MemberView,
  membershipView,
  memberView,
  RoomInvitationView,
  roomInvitationView,
} from './rooms.views.ts';
import { route } from './route.ts';

/** The end of a membership. */
const MembershipEnd = momentNamed(
  'MembershipEnd',
  'From this moment the membership is as if it were not there, YYYY-MM-DDThh:mm:ssZ; null for no end.',
);

const GroupIds = listOf(IdReference, {
  min: 0,
  max: MAX_GROUPS,
  unique: true,
  description: 'Groups of the room that the member comes into with this request, for owners of the room.',
});

class AddMemberBody {
  @Is(IdReference) user_id!: string;
  @Is(RoomRole) role!: RoomRole;
  @Is(optional(nullable(MembershipEnd))) expires_at?: string | null;
  @Is(optional(GroupIds)) group_ids?: readonly string[];
}

class InviteToRoomBody {
  @Is(Email) email!: Email;
  @Is(RoomRole) role!: RoomRole;
  @Is(optional(nullable(MembershipEnd))) expires_at?: string | null;
  @Is(optional(GroupIds)) group_ids?: readonly string[];
  @Is(optional(PersonName)) name?: PersonName;
  @Is(optional(InvitationMessage)) message?: InvitationMessage;
}

/** An owner has no end, and may be sent null. */
const OWNERS_HAVE_NO_END = whenThen(
  { properties: { role: { const: 'owner' } } },
  { properties: { expires_at: { type: 'null' } } },
);
const ENDING = { role: 'viewer', expires_at: '2036-11-21T00:00:00Z' } as const;

noteConditions(AddMemberBody, {
  schema: OWNERS_HAVE_NO_END,
  example: { user_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', ...ENDING },
});
noteConditions(InviteToRoomBody, {
  schema: OWNERS_HAVE_NO_END,
  example: { email: 'ada@example.com', ...ENDING, message: 'The documents of our project.' },
});

class MembersQuery {
  @Is(optional(IdReference)) group_id?: string;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
}

class BulkMembersBody {
  @Is(itemsOf(AddMemberBody)) items!: readonly unknown[];
}

export const memberRoutes = [
  route({
    operationId: 'listRoomMembers',
    method: 'get',
    path: '/rooms/:id/members',
    access: 'signed-in',
    action: 'room.members.list',
    summary: 'List the members of a room, by user id',
    description: '`group_id` lists those of a group, for owners of the room.',
    params: { id: RoomId },
    query: MembersQuery,
    answer: pageOf(MemberView),
    status: [200],
    errors: ['GROUP_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    handle: async (app, ctx, { params, query }) =>
      listed(
        memberView,
        await app.rooms.listMembers(ctx, { roomId: params.id, groupId: query.group_id, ...pageRequest(query) }),
      ),
  }),
  route({
    operationId: 'addRoomMember',
    method: 'post',
    path: '/rooms/:id/members',
    access: 'signed-in',
    action: 'room.members.add',
    summary: 'Add a member, or give one another role or end',
    description:
      '201 for a new member, 200 for one who was there already. Too little clearance does not refuse the membership: it is worth nothing until the clearance suffices. Without `expires_at` a new membership has no end, and a present one keeps its own. Owners have none; at most 500 members of a room have one. `group_ids` puts the member into groups in the same step, and takes them out of none.',
    params: { id: RoomId },
    body: AddMemberBody,
    answer: one(MembershipView),
    status: [200, 201],
    errors: ['INVALID_ROLE', 'USER_ERASED', 'GROUP_NOT_FOUND', 'LAST_ROOM_OWNER', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const seen = await app.rooms.addMember(ctx, {
        roomId: params.id,
        userId: body.user_id,
        role: body.role,
        expiresAt: instantOf(body.expires_at),
        groupIds: body.group_ids,
      });
      return withStatus(seen.added ? 201 : 200, membershipView(seen));
    },
  }),
  route({
    operationId: 'inviteToRoom',
    method: 'post',
    path: '/rooms/:id/invitations',
    access: 'signed-in',
    action: 'room.invite',
    summary: 'Invite a person to a room by e-mail address',
    description:
      'An unknown address becomes an invited external user, whose membership works once they have accepted. A known user becomes a member at once. A user who never accepted keeps the link they have; only that of an external one is renewed, and an address whose invitation of another kind ran out is 403, like that of a deactivated user for an external caller. A user who gets a link or was active gets a mail. It names you and the service, and the room up to the label that the operator allows, and quotes your `message`. Beyond the limits of mails the mail waits until `mail_waits_until`. `group_ids` puts the person into groups of the room in the same step. `name` is shown to people of the organisation until the person accepts and says their own; it replaces no name that is there. 200 for a member who was there already.',
    params: { id: RoomId },
    body: InviteToRoomBody,
    answer: one(RoomInvitationView),
    status: [200, 201],
    errors: ['INVALID_ROLE', 'USER_DEACTIVATED', 'GROUP_NOT_FOUND', 'LAST_ROOM_OWNER', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const seen = await app.rooms.invite(ctx, {
        roomId: params.id,
        email: body.email,
        role: body.role,
        expiresAt: instantOf(body.expires_at),
        groupIds: body.group_ids,
        message: body.message,
        name: body.name,
      });
      return withStatus(seen.added ? 201 : 200, roomInvitationView(seen));
    },
  }),
  route({
    operationId: 'removeRoomMember',
    method: 'delete',
    path: '/rooms/:id/members/:user_id',
    access: 'signed-in',
    action: 'room.members.remove',
    summary: 'Remove a member',
    description: 'The member loses access at once; share links that they created in this room end.',
    params: { id: RoomId, user_id: UserId },
    answer: one(MemberRemovedView),
    status: [200],
    errors: ['LAST_ROOM_OWNER'],
    handle: async (app, ctx, { params }) => {
      const { roomId, userId } = await app.rooms.removeMember(ctx, { roomId: params.id, userId: params.user_id });
      return ok({ room_id: roomId, user_id: userId, removed: true });
    },
  }),
  route({
    operationId: 'addRoomMembers',
    method: 'post',
    path: '/rooms/:id/members/bulk',
    access: 'signed-in',
    action: 'room.members.add',
    summary: 'Add up to 100 members',
    params: { id: RoomId },
    body: BulkMembersBody,
    answer: bulkOf(MembershipView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_ROLE'],
    handle: async (app, ctx, { params, body }) => {
      await app.mayAny.inRoom(ctx, 'room.members.add', params.id, itemKeys(ctx));
      return eachItem(AddMemberBody, body.items, async (item, index) => {
        const seen = await app.rooms.addMember(itemContext(ctx, index), {
          roomId: params.id,
          userId: item.user_id,
          role: item.role,
          expiresAt: instantOf(item.expires_at),
          groupIds: item.group_ids,
        });
        return { status: seen.added ? 201 : 200, data: membershipView(seen) };
      });
    },
  }),
];
