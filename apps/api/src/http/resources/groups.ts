import {
  Choice,
  GroupDescription,
  GroupId,
  GroupName,
  IdReference,
  optional,
  RoomId,
  UserId,
} from '@strongroom/domain';
import { created, listed, ok, withStatus } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { Is } from '../describe/is.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { bulkOf, one, pageOf } from '../describe/shape.ts';
import {
  GroupDeletedView,
  GroupMemberRemovedView,
  GroupMemberView,
  GroupView,
  groupDeletedView,
  groupMemberView,
  groupView,
} from './groups.views.ts';
import { route } from './route.ts';

class GroupBody {
  @Is(GroupName) name!: GroupName;
  @Is(optional(GroupDescription)) description?: GroupDescription;
  @Is(optional(Choice)) members_see_each_other?: boolean;
}

class EditGroupBody {
  @Is(optional(GroupName)) name?: GroupName;
  @Is(optional(GroupDescription)) description?: GroupDescription;
  @Is(optional(Choice)) members_see_each_other?: boolean;
}

class AddGroupMemberBody {
  @Is(IdReference) user_id!: string;
}

class BulkGroupMembersBody {
  @Is(itemsOf(AddGroupMemberBody)) items!: readonly unknown[];
}

const oneGroup = { id: RoomId, group_id: GroupId };

/** Groups of members of a room. */
export const groupRoutes = [
  route({
    operationId: 'listGroups',
    method: 'get',
    path: '/rooms/:id/groups',
    access: 'signed-in',
    action: 'group.list',
    summary: 'List the groups of a room, the newest first',
    description:
      'Owners of the room see all groups. Other members see the names of those that they are in, and no others.',
    params: { id: RoomId },
    query: MayPageQuery,
    answer: pageOf(GroupView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(groupView, await app.groups.list(ctx, { roomId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'createGroup',
    method: 'post',
    path: '/rooms/:id/groups',
    access: 'signed-in',
    action: 'group.create',
    summary: 'Make a group of members',
    description:
      'Folders are restricted to groups (`PUT /rooms/{id}/folders/{folder_id}/access`); by itself a group gives and takes no right. A room has at most 64 groups. Letter case does not tell two names apart. `members_see_each_other` (true unless said) tells whether members of the group learn of each other where `member_visibility` of the room is `groups`: say false for a group that everyone is in.',
    params: { id: RoomId },
    body: GroupBody,
    answer: one(GroupView),
    status: [201],
    errors: ['NAME_TAKEN', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const made = await app.groups.create(ctx, {
        roomId: params.id,
        name: body.name,
        description: body.description ?? GroupDescription.parse(''),
        membersSeeEachOther: body.members_see_each_other,
      });
      return created(groupView(made));
    },
  }),
  route({
    operationId: 'editGroup',
    method: 'patch',
    path: '/rooms/:id/groups/:group_id',
    access: 'signed-in',
    action: 'group.edit',
    summary: 'Change a group: its name, its description, and whether its members see each other',
    params: oneGroup,
    body: EditGroupBody,
    answer: one(GroupView),
    status: [200],
    errors: ['NAME_TAKEN'],
    handle: async (app, ctx, { params, body: { name, description, members_see_each_other: isOpen } }) => {
      const place = { roomId: params.id, groupId: params.group_id };
      return ok(groupView(await app.groups.edit(ctx, { ...place, name, description, membersSeeEachOther: isOpen })));
    },
  }),
  route({
    operationId: 'deleteGroup',
    method: 'delete',
    path: '/rooms/:id/groups/:group_id',
    access: 'signed-in',
    action: 'group.delete',
    summary: 'Delete a group',
    description: 'Its members stay in the room.',
    params: oneGroup,
    answer: one(GroupDeletedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(groupDeletedView(await app.groups.delete(ctx, { roomId: params.id, groupId: params.group_id }))),
  }),
  route({
    operationId: 'addGroupMember',
    method: 'post',
    path: '/rooms/:id/groups/:group_id/members',
    access: 'signed-in',
    action: 'group.members.add',
    summary: 'Add a member of the room to a group',
    description: '201 for a new member of the group, 200 for one who is in it. They leave it with the room.',
    params: oneGroup,
    body: AddGroupMemberBody,
    answer: one(GroupMemberView),
    status: [200, 201],
    errors: ['MEMBER_NOT_FOUND', 'USER_ERASED'],
    handle: async (app, ctx, { params, body }) => {
      const place = { roomId: params.id, groupId: params.group_id };
      const added = await app.groups.addMember(ctx, { ...place, userId: body.user_id });
      return withStatus(added.added ? 201 : 200, groupMemberView(added));
    },
  }),
  route({
    operationId: 'addGroupMembers',
    method: 'post',
    path: '/rooms/:id/groups/:group_id/members/bulk',
    access: 'signed-in',
    action: 'group.members.add',
    summary: 'Add up to 100 members of the room to a group',
    params: oneGroup,
    body: BulkGroupMembersBody,
    answer: bulkOf(GroupMemberView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'GROUP_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      const place = { roomId: params.id, groupId: params.group_id };
      await app.mayAny.inGroup(ctx, place, itemKeys(ctx));
      return eachItem(AddGroupMemberBody, body.items, async ({ user_id: userId }, index) => {
        const added = await app.groups.addMember(itemContext(ctx, index), { ...place, userId });
        return { status: added.added ? 201 : 200, data: groupMemberView(added) };
      });
    },
  }),
  route({
    operationId: 'removeGroupMember',
    method: 'delete',
    path: '/rooms/:id/groups/:group_id/members/:user_id',
    access: 'signed-in',
    action: 'group.members.remove',
    summary: 'Take a member out of a group',
    params: { ...oneGroup, user_id: UserId },
    answer: one(GroupMemberRemovedView),
    status: [200],
    errors: ['MEMBER_NOT_FOUND'],
    handle: async (app, ctx, { params }) => {
      const place = { roomId: params.id, groupId: params.group_id };
      const { groupId, userId } = await app.groups.removeMember(ctx, { ...place, userId: params.user_id });
      return ok({ group_id: groupId, user_id: userId, removed: true });
    },
  }),
];
