import type { User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';

const REFS_IN_ONE_READ = 200;

/** Every active owner of the organisation. */
export async function* activeOwners({ documents }: Pick<Deps, 'documents'>): AsyncGenerator<User> {
  const [home] = await documents.read([refTo(organisations, ORGANISATION)]);
  const owners = home ? stateOf(organisations, home).owners : [];
  for (let start = 0; start < owners.length; start += REFS_IN_ONE_READ) {
    const slice = owners.slice(start, start + REFS_IN_ONE_READ).map((id) => refTo(users, id));
    for (const document of await documents.read(slice)) {
      const owner = document && stateOf(users, document);
      if (owner?.status === 'active') yield owner;
    }
  }
}
