import { GROUP_ACTIONS, type GroupGone, type GroupMember, type GroupSeen } from '@strongroom/application';
import { formatInstant, optional } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { actionsAbout } from './upload-requests.views.ts';
import { count, flag, id, text, timestamp, word } from './view-fields.ts';

/** A group of a room. */
export const GroupView = view('Group', {
  id: id('The group.'),
  room_id: id('The room.'),
  name: text('Its name.'),
  description: optional(text('Its purpose; for owners of the room.')),
  member_count: optional(count('Members of the room who are in it now; for owners of the room.')),
  members_see_each_other: optional(
    flag('Whether its members see each other in a room whose `member_visibility` is `groups`; for owners of the room.'),
  ),
  created_by: optional(id('User who made it; for owners of the room.')),
  created_at: optional(timestamp('When it was made; for owners of the room.')),
  may: actionsAbout(GROUP_ACTIONS),
});

export const groupView = ({ roomId, group, details, may }: GroupSeen): ViewOf<typeof GroupView> => ({
  id: group.id,
  room_id: roomId,
  name: group.name,
  ...(details && {
    description: group.description,
    member_count: details.memberCount,
    members_see_each_other: details.membersSeeEachOther,
    created_by: group.createdBy,
    created_at: formatInstant(group.createdAt),
  }),
  ...(may && { may }),
});

export const GroupDeletedView = view('GroupDeleted', {
  id: id('The group.'),
  status: word(['deleted'], 'Always "deleted".'),
  deleted_at: timestamp('When it was deleted.'),
});

export const groupDeletedView = (gone: GroupGone): ViewOf<typeof GroupDeletedView> => ({
  id: gone.id,
  status: 'deleted',
  deleted_at: formatInstant(gone.deletedAt),
});

export const GroupMemberView = view('GroupMember', {
  room_id: id('The room.'),
  group_id: id('The group.'),
  user_id: id('The member.'),
});

export const groupMemberView = ({ roomId, groupId, userId }: GroupMember): ViewOf<typeof GroupMemberView> => ({
  room_id: roomId,
  group_id: groupId,
  user_id: userId,
});

export const GroupMemberRemovedView = view('GroupMemberRemoved', {
  group_id: id('The group.'),
  user_id: id('The member.'),
  removed: flag('Always true.'),
});
