import { canonicalEmail, type Email } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { userSeen } from '../../kernel/views.ts';
import { emailKey, everybody, users } from '../../store/users.ts';

/** Every user of the organisation, newest first, or the one with an address. Throws INVALID_CURSOR. */
export const listUsers =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (
    ctx: SignedIn,
    { email, ...page }: PageRequest & Readonly<{ email?: Email | undefined }>,
  ): Promise<Listed<UserSeen>> => {
    deps.lists.check('users', page);
    await asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'user.list', apply: () => undefined });
    const key = email === undefined ? everybody : emailKey(canonicalEmail(email));
    const { items, meta } = await deps.lists.page(
      { name: `users:${key}`, collection: users, selection: { anyOf: [key] } },
      page,
    );
    return { items: items.map((user) => userSeen(deps.labelRules, user)), meta };
  };
