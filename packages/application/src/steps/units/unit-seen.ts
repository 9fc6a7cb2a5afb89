import { decide, isRoot, labelsUpTo, type OrgUnit } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { unscoped, type Who } from '../../kernel/sight.ts';
import { membersOfUnit, unitMemberships } from '../../store/organisation.ts';
import { memberships, rooms, roomsOfUnit, roomsOfUserInUnit } from '../../store/rooms.ts';

/** A unit with the counts of what the caller can see of it. */
export async function unitSeen({ documents }: Pick<Deps, 'documents'>, who: Who, unit: OrgUnit): Promise<UnitSeen> {
  // Counting needs no scope of rooms: the answer shows the unit.
  const oversees = decide('room.oversee', unscoped(who)).effect === 'allow';
  const labels = labelsUpTo(who.labelRules.scheme, who.subject.clearance);
  const [memberCount, roomCount] = await Promise.all([
    isRoot(unit) ? documents.count(unitMemberships.name, { anyOf: [membersOfUnit(unit.id)] }) : unit.members,
    oversees
      ? documents.count(rooms.name, { anyOf: labels.map((label) => roomsOfUnit(unit.id, label)) })
      : documents.count(memberships.name, {
          anyOf: labels.map((label) => roomsOfUserInUnit(who.user.id, who.user.epoch, unit.id, label)),
        }),
  ]);
  return { unit, memberCount, roomCount };
}
