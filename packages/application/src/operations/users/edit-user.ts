import { markExternal, type PersonName, renameUser, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { withUserMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { userSeen } from '../../kernel/views.ts';
import { users } from '../../store/users.ts';

type EditUserInput = Readonly<{ userId: UserId; name?: PersonName | undefined; external?: boolean | undefined }>;

/**
 * Changes the caller's own name, or whether a user is external. Equal values change nothing. Throws USER_NOT_FOUND,
 * INSUFFICIENT_ROLE, USER_IS_EXTERNAL.
 */
export const editUser =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId, name, external }: EditUserInput): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.edit',
      serializeOn: userId,
      replay: withoutCredentials<UserSeen>(),
      complete: withUserMay<UserSeen>,
      facts: () => ({ sent: { name: name !== undefined, external } }),
      apply: (uow, { target: before, common, ...who }, target): UserSeen => {
        const renamed = name === undefined ? before : renameUser(before, name);
        const after = external === undefined ? renamed : markExternal(renamed, external);
        if (after !== before) uow.put(users, after);
        if (renamed !== before) uow.record({ type: 'user.renamed', target });
        if (after !== renamed)
          uow.record({ type: 'user.external_changed', target, data: { external: after.external ?? false } });
        return userSeen(who, after, common);
      },
    });
