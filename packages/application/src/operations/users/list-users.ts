import { canonicalEmail, decide, type Email } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userSeen } from '../../kernel/views.ts';
import { emailKey, everybody, users } from '../../store/users.ts';

/** Every user of the organisation, newest first, or the one with an address. Throws INVALID_CURSOR. */
export const listUsers =
  (deps: Pick<Deps, 'runner' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (
    ctx: SignedIn,
    { email, ...page }: PageRequest & Readonly<{ email?: Email | undefined }>,
  ): Promise<Listed<UserSeen>> => {
    deps.lists.check('users', page);
    await deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => permit(decide('user.list', whoAsks(deps, uow, ctx)), organisationTarget(deps.orgId)),
    });
    const key = email === undefined ? everybody : emailKey(canonicalEmail(email));
    const { items, meta } = await deps.lists.page(
      { name: `users:${key}`, collection: users, selection: { anyOf: [key] } },
      page,
    );
    return { items: items.map((user) => userSeen(deps.classification, user)), meta };
  };
