import { decide, isRoot, type Label, labelsUpTo, type OrgUnit } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type CurrentCaller, withoutScopes } from '../../kernel/sight.ts';
import { membersOfUnit, unitMemberships } from '../../store/organisation.ts';
import { memberships, rooms, roomsOfUnit, roomsOfUserInUnit } from '../../store/rooms.ts';
import { endedMemberships } from '../rooms/ended-memberships.ts';

/** A unit with the counts of what the caller can see of it. */
export async function unitSeen(
  { documents }: Pick<Deps, 'documents'>,
  who: CurrentCaller,
  unit: OrgUnit,
): Promise<UnitSeen> {
  // Counting needs no scope of rooms: the answer shows the unit.
  const oversees = decide('room.oversee', withoutScopes(who)).effect === 'allow';
  const labels = labelsUpTo(who.labelRules.scheme, who.subject.clearance);
  const [memberCount, roomCount] = await Promise.all([
    isRoot(unit) ? documents.count(unitMemberships.name, { anyOf: [membersOfUnit(unit.id)] }) : unit.members,
    oversees
      ? documents.count(rooms.name, { anyOf: labels.map((label) => roomsOfUnit(unit.id, label)) })
      : roomsInUnit({ documents }, who, unit, labels),
  ]);
  return { unit, memberCount, roomCount };
}

/** Number of rooms of the unit that the user is a member of. */
async function roomsInUnit(
  { documents }: Pick<Deps, 'documents'>,
  { user, subject }: CurrentCaller,
  unit: OrgUnit,
  labels: readonly Label[],
): Promise<number> {
  const anyOf = labels.map((label) => roomsOfUserInUnit(user.id, user.epoch, unit.id, label));
  const [counted, ended] = await Promise.all([
    documents.count(memberships.name, { anyOf }),
    endedMemberships({ documents }, user, { labels, now: subject.asOf }),
  ]);
  return counted - ended.filter(({ roomUnitId }) => roomUnitId === unit.id).length;
}
