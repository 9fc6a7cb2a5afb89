import type { UnitMembership, UserId } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { stateOf } from '../../store/collection.ts';
import { unitMemberships, unitsOfUser } from '../../store/organisation.ts';

const AT_ONCE = 200;

/** All org units of a user, some hundred at a time, whether or not the memberships still count. */
export async function* unitMembershipsOf(
  { documents }: Pick<Deps, 'documents'>,
  userId: UserId,
): AsyncGenerator<readonly UnitMembership[], void> {
  for (let after: StoredDocument | undefined; ; ) {
    const page = { limit: AT_ONCE, order: 'oldest', ...(after && { after }) } as const;
    const found = await documents.list(unitMemberships.name, { anyOf: [unitsOfUser(userId)] }, page);
    yield found.map((document) => stateOf(unitMemberships, document));
    after = found.at(-1);
    if (found.length < AT_ONCE) return;
  }
}
