import type { Folder, Group, Member } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import { type Plan, planOf } from '../../../base/plan.ts';
import { ROOM_ROLES, type RoomRole, roomRole } from '../../room-roles.ts';
import { isInGroup } from '../groups/in-group.ts';

/** The changes of several members at once. */
export type ManyDialog = 'again' | 'role' | 'end' | 'join' | 'leave' | 'remove';

/**
 * A member with what the caller knows of the person. `isOutside`: undefined where the caller may not know it. `invited`: the
 * address of one who has not accepted.
 */
export type Standing = Readonly<{
  member: Member;
  name: string;
  isOutside: boolean | undefined;
  invited?: string | undefined;
}>;

export type ManyPlan = Plan<Standing>;

const OVER = 'their membership is over';

const decides = (role: RoomRole): boolean => roomRole(role)?.decides === true;

export const isOwner = ({ member }: Standing): boolean => decides(member.role);

type Context = Readonly<{ everyone: readonly Standing[]; ownId: string }>;

/** Oneself is left, so that an owner remains who can take the change back. */
export function planRole(chosen: readonly Standing[], role: RoomRole, { everyone, ownId }: Context): ManyPlan {
  const plan = planOf(chosen, ({ member, isOutside }) => {
    if (member.role === role) return `is ${roomRole(role)?.one ?? role} already`;
    if (member.user_id === ownId) return 'that is you: change your own role from your row';
    if (member.expired === true) return OVER;
    if (decides(role) && isOutside !== false) return outsideOwner(member, isOutside);
    return member.roles_to_give?.includes(role) === true ? undefined : 'you may not give them this role';
  });
  return decides(role) ? plan : withAnOwner(plan, everyone);
}

/** The role that is offered first: of those that do not decide about others, the one that changes most of the chosen members. */
export function likelyRole(chosen: readonly Standing[], context: Context): RoomRole {
  const counted = ROOM_ROLES.filter(({ decides: isDeciding }) => !isDeciding).map(({ id }) => ({
    id,
    count: planRole(chosen, id, context).rows.length,
  }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.id ?? 'viewer';
}

function outsideOwner({ roles_to_give: allowed = [] }: Member, isOutside: boolean | undefined): string {
  if (!allowed.some(decides)) return 'belongs to another organisation, and only people of this one can own a room';
  const belongs = isOutside === true ? 'belongs' : 'may belong';
  return `${belongs} to another organisation: make them an owner from their row, with their name typed`;
}

/** `day`: the last one; empty removes the ends that there are. Members of a role without an end are left. */
export const planEnd = (chosen: readonly Standing[], day: string): ManyPlan =>
  planOf(chosen, ({ member }) => {
    if (roomRole(member.role)?.ends !== true)
      return `is ${roomRole(member.role)?.one ?? member.role}, which has no end`;
    if (member.expired === true) return OVER;
    if (day === '' && (member.expires_at ?? null) === null) return 'has no end now';
    return may(member, 'room.members.add') ? undefined : 'you may not change it';
  });

/** Invitations of colleagues are sent again by those who invite to the organisation. */
export const planAgain = (chosen: readonly Standing[]): ManyPlan =>
  planOf(chosen, ({ member, invited, isOutside }) => {
    if (invited === undefined) return 'has no invitation that waits';
    if (member.expired === true) return OVER;
    return isOutside === true ? undefined : 'is a colleague: an administrator sends it again, under People';
  });

export const planJoin = (chosen: readonly Standing[], group: Pick<Group, 'id'> | undefined): ManyPlan =>
  planOf(chosen, ({ member }) => {
    if (member.expired === true) return OVER;
    return group !== undefined && isInGroup(member, group) ? 'is in the group already' : undefined;
  });

/** The group that is offered first: one that some of the chosen members are not in. */
export const likelyGroup = <G extends Pick<Group, 'id'>>(
  chosen: readonly Standing[],
  groups: readonly G[],
): G | undefined => groups.find((group) => planJoin(chosen, group).rows.length > 0);

export const planLeave = (chosen: readonly Standing[], group: Pick<Group, 'id'>): ManyPlan =>
  planOf(chosen, ({ member }) => (isInGroup(member, group) ? undefined : 'is not in the group'));

/** `ownId`: a person leaves a room by their own row. */
export function planRemoval(chosen: readonly Standing[], { everyone, ownId }: Context): ManyPlan {
  const plan = planOf(chosen, ({ member }) => {
    if (member.user_id === ownId) return 'that is you: leave the room from your row';
    return may(member, 'room.members.remove') ? undefined : 'you may not remove them';
  });
  return withAnOwner(plan, everyone);
}

/** Leaves one owner where all of a room are concerned. */
function withAnOwner({ rows, left }: ManyPlan, everyone: readonly Standing[]): ManyPlan {
  const owners = everyone.filter((one) => isOwner(one) && one.member.expired !== true);
  const ids = new Set(rows.map(({ member }) => member.user_id));
  const [last] = owners;
  if (last === undefined || !owners.every(({ member }) => ids.has(member.user_id))) return { rows, left };
  return {
    rows: rows.filter(({ member }) => member.user_id !== last.member.user_id),
    left: [...left, { row: last, why: 'stays an owner, as a room needs one' }],
  };
}

type OfRole = Readonly<{ role: RoomRole; some: readonly Standing[] }>;

/** The members by the role that they have now. */
export const byRole = (changed: readonly Standing[]): readonly OfRole[] =>
  ROOM_ROLES.map(({ id }) => ({ role: id, some: changed.filter(({ member }) => member.role === id) })).filter(
    ({ some }) => some.length > 0,
  );

/** The members who still see some of a group's folders after they left it: owners, and those of another group that a folder names. */
export function keepSight(
  changed: readonly Standing[],
  group: Pick<Group, 'id'>,
  folders: readonly Folder[],
): readonly Standing[] {
  const named = folders.filter(({ access }) => access?.groups?.some(({ group_id: id }) => id === group.id) === true);
  const others = new Set(
    named.flatMap(({ access }) => (access?.groups ?? []).map(({ group_id: id }) => id).filter((id) => id !== group.id)),
  );
  return changed.filter((one) => isOwner(one) || (one.member.groups ?? []).some(({ id }) => others.has(id)));
}
