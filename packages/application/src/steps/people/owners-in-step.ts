import { type User, withOwner, withoutOwner } from '@strongroom/domain';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';

const isActiveOwner = (user: User): boolean => user.role === 'owner' && user.status === 'active';

/** Keeps the organisation's list of active owners in step with a changed user. Throws LAST_OWNER. */
export function withOwnersInStep(uow: UnitOfWork, before: User, after: User): void {
  if (isActiveOwner(before) === isActiveOwner(after)) return;
  const organisation = uow.find(organisations, ORGANISATION);
  if (organisation === undefined) throw new TypeError('a store without its organisation');
  uow.put(
    organisations,
    isActiveOwner(after) ? withOwner(organisation, after.id) : withoutOwner(organisation, after.id),
  );
}
