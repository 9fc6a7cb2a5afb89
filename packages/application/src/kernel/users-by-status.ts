import type { User, UserId } from '@strongroom/domain';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Deps } from './deps.ts';

const REFS_IN_ONE_READ = 200;

/** The given ids whose users have a status. */
export async function usersByStatus(
  { documents }: Pick<Deps, 'documents'>,
  ids: ReadonlySet<UserId>,
  status: User['status'],
): Promise<ReadonlySet<UserId>> {
  const refs = [...ids].map((id) => refTo(users, id));
  const found = new Set<UserId>();
  for (let start = 0; start < refs.length; start += REFS_IN_ONE_READ)
    for (const document of await documents.read(refs.slice(start, start + REFS_IN_ONE_READ))) {
      const user = document && stateOf(users, document);
      if (user?.status === status) found.add(user.id);
    }
  return found;
}
