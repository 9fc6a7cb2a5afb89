import { stoppedAtTheDoor } from './credential.ts';
import { isAddable } from './rooms.ts';
import type { Answer, AtUnit } from './situation.ts';

/**
 * "A department_admin (organisation role) administers the units where they hold the unit role department_admin, and those
 * below": the highest such level of the line, and everything below it.
 */
const administeredFrom = (s: AtUnit): number =>
  s.role === 'department_admin' && typeof s.administers === 'number' ? s.administers : Infinity;

/** Expected answers for org units. */
export function aboutUnits(action: string, s: AtUnit): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  if (action === 'org_unit.list') return 'allow';
  if (action === 'org_unit.list_all') return s.external ? 'INSUFFICIENT_ROLE' : 'allow';
  const everywhere = s.role === 'owner' || s.role === 'domain_admin';

  if (action === 'org_unit.create') {
    // Here the unit is the parent. The body names it, so a missing role is reported before a missing unit.
    const created = s.unit + 1;
    const below = s.unit > 0 && created > administeredFrom(s);
    if (!everywhere && !below) return 'INSUFFICIENT_ROLE';
    return s.unit === 0 || s.external ? 'ORG_UNIT_NOT_FOUND' : 'allow';
  }

  // External users "see no org units"; they place no rooms either, which is refused before.
  if (s.unit === 0 || (s.external && action !== 'org_unit.place_rooms')) return 'ORG_UNIT_NOT_FOUND';
  switch (action) {
    case 'org_unit.see':
    case 'org_unit.get':
      return 'allow';
    case 'org_unit.place_rooms':
      // "root; any other unit only for owners and domain admins, or where the caller belongs or administers"
      return everywhere || s.unit === 1 || s.belongs === 'yes' || s.unit >= administeredFrom(s)
        ? 'allow'
        : 'ORG_UNIT_NOT_FOUND';
    case 'org_unit.manage':
      // "edits and deletes units below their own"
      return everywhere || s.unit > administeredFrom(s) ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'org_unit.members':
      // "manages members in their own and below"
      if (!everywhere && s.unit < administeredFrom(s)) return 'INSUFFICIENT_ROLE';
      if (s.named === 'erased') return 'USER_ERASED';
      return isAddable(s.named) ? 'allow' : 'USER_NOT_FOUND';
    case 'org_unit.members.remove':
      // The path names the member, so they are looked for before the role.
      if (!s.present) return 'MEMBER_NOT_FOUND';
      return everywhere || s.unit >= administeredFrom(s) ? 'allow' : 'INSUFFICIENT_ROLE';
    default:
      throw new Error(`the interface says nothing about ${action}`);
  }
}
