import type { Group, Member } from '@strongroom/client';
import { allowedOffers, may } from '../../../base/may.ts';
import type { IconName } from '../../../design/icons.tsx';
import type { MenuAction } from '../../../design/layers.tsx';
import { ROOM_ROLES, type RoomRole, roomRole } from '../../room-roles.ts';
import { groupsToLeave } from '../groups/in-group.ts';
import type { ManyDialog } from './many-members.ts';

/** A role: the question before it is given. */
export type MemberDialog = 'as' | 'again' | 'end' | 'over' | RoomRole;

type Run = Readonly<{
  isOneself: boolean;
  /** Whether the caller looks at the room in the place of others. */
  isOwner: boolean;
  /** Whether they have not accepted their invitation. */
  isInvited: boolean;
  /** Whether the caller may send it again. */
  isInvitedAgain: boolean;
  /** Changes of groups that the caller may make. */
  groupOffers: readonly GroupOffer[];
  /** Whether the caller reads the log of the room. */
  mayReadActivity: boolean;
  show: () => void;
  showActivity: () => void;
  open: (dialog: MemberDialog) => void;
  /** Opens a dialog for several members for this one. */
  openMany: (dialog: ManyDialog) => void;
}>;

type GroupOffer = Readonly<{ id: 'join' | 'leave'; name: string; icon: IconName }>;

/** Roles that the service would give a member instead. */
const otherRoles = ({ role, roles_to_give: allowed = [] }: Member) =>
  ROOM_ROLES.filter(({ id }) => id !== role && allowed.includes(id));

const mayEnd = (member: Member): boolean => may(member, 'room.members.add') && roomRole(member.role)?.ends === true;

/** The actions on a member that the service allows. */
export function actionsOfMember(
  member: Member,
  {
    isOneself,
    isOwner,
    isInvited,
    isInvitedAgain,
    mayReadActivity,
    groupOffers,
    show,
    showActivity,
    open,
    openMany,
  }: Run,
): readonly MenuAction[] {
  return allowedOffers<MenuAction>([
    [
      may(member, 'access.room.explain'),
      { id: 'as', name: isOneself ? 'What can I do?' : 'What can they do?', icon: 'eye', run: () => open('as') },
    ],
    [
      isOwner && !isOneself && member.expired !== true && may(member, 'access.room.explain'),
      { id: 'show', name: 'View the room as they see it', icon: 'room', run: show },
    ],
    [
      mayReadActivity && !isOneself,
      { id: 'activity', name: 'Activity of this person', icon: 'activity', run: showActivity },
    ],
    [
      isInvitedAgain && member.expired !== true,
      { id: 'again', name: 'Send the invitation again', icon: 'mail', run: () => open('again') },
    ],
    ...otherRoles(member).map(
      ({ id, name }) =>
        [true, { id, name: `Make ${name.toLowerCase()}`, icon: 'account' as const, run: () => open(id) }] as const,
    ),
    [mayEnd(member), { id: 'end', name: 'End of membership', icon: 'receipt', run: () => open('end') }],
    ...groupOffers.map(
      ({ id, name, icon }) =>
        [
          member.expired !== true && (id === 'join' || (member.groups ?? []).length > 0),
          { id, name, icon, run: () => openMany(id) },
        ] as const,
    ),
    [
      may(member, 'room.members.remove'),
      {
        id: 'remove',
        name: isOneself ? 'Leave the room' : isInvited ? 'Withdraw the invitation' : 'Remove',
        icon: 'trash',
        isDanger: true,
        run: () => open('over'),
      },
    ],
  ]);
}

type OffersContext = Readonly<{
  ownId: string;
  groups: readonly Group[];
  mayMakeGroup: boolean;
  /** Whether the caller may send their invitation again. */
  isInvitedAgain: (member: Member) => boolean;
}>;
type Offer = Readonly<{ id: ManyDialog; name: string; icon: IconName; isDanger?: boolean }>;

/** The changes of the groups of members that the service would allow. */
export const offersOfGroups = (
  members: readonly Member[],
  { groups, mayMakeGroup }: Pick<OffersContext, 'groups' | 'mayMakeGroup'>,
): readonly GroupOffer[] =>
  allowedOffers<GroupOffer>([
    [
      mayMakeGroup || groups.some((group) => may(group, 'group.members.add')),
      { id: 'join', name: 'Add to a group…', icon: 'people' },
    ],
    [groupsToLeave(groups, members).length > 0, { id: 'leave', name: 'Take out of a group…', icon: 'people' }],
  ]);

/** The changes of ticked members that the service would allow for some member of the list. */
export function offersForMany(
  members: readonly Member[],
  { ownId, groups, mayMakeGroup, isInvitedAgain }: OffersContext,
): readonly Offer[] {
  const others = members.filter(({ user_id: id }) => id !== ownId);
  const [join, leave] = (['join', 'leave'] as const).map((one) =>
    offersOfGroups(members, { groups, mayMakeGroup }).filter(({ id }) => id === one),
  );
  return allowedOffers<Offer>([
    [others.some((member) => otherRoles(member).length > 0), { id: 'role', name: 'Role…', icon: 'account' }],
    ...(join ?? []).map((offer) => [true, offer] as const),
    [members.some((member) => mayEnd(member)), { id: 'end', name: 'End date…', icon: 'receipt' }],
    [members.some(isInvitedAgain), { id: 'again', name: 'Invite again', icon: 'mail' }],
    [
      others.some((member) => may(member, 'room.members.remove')),
      { id: 'remove', name: 'Remove', icon: 'trash', isDanger: true },
    ],
    ...(leave ?? []).map((offer) => [true, offer] as const),
  ]);
}
