import type { UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { credentialFacts, keepsWayIn } from '../../steps/people/credential-facts.ts';
import { withoutKeyPerson } from '../../steps/people/unlinked.ts';
import { userChange } from '../../steps/people/user-change.ts';
import { users } from '../../store/users.ts';

/**
 * Removes the link between the caller and their person of the identity provider, and ends the sessions that began with it.
 * Again changes nothing. Throws INSUFFICIENT_SCOPE, SESSION_TOO_OLD, LAST_SIGN_IN.
 */
export const unlinkIdentity =
  (deps: OperationDeps & Pick<Deps, 'ids' | 'signIn' | 'mailLimits'>) =>
  (ctx: SignedIn): Promise<UserSeen> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'identity.unlink',
      serializeOn: ctx.credential.userId,
      facts: (_, { user }) => ({
        ...credentialFacts(deps, ctx, user),
        keepsWayIn: keepsWayIn(deps, user),
      }),
      apply: (uow, { user, ...who }, target) => {
        const after = withoutKeyPerson(deps, uow, user, { isOneself: true });
        if (after !== user) {
          uow.put(users, after);
          uow.record({ type: 'user.identity_unlinked', target });
        }
        return {
          ...ownSeen(deps.labelRules, after),
          may: userMay({ ...who, user, target: after, common: [] }),
        };
      },
    });

/**
 * The same for another user, as an administrator; they may be left without a way to sign in until they follow a new activation
 * link. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE.
 */
export const unlinkIdentityOfUser =
  (deps: UserDeps & Pick<Deps, 'ids' | 'mailLimits'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.identity.unlink',
      ...userChange(userId, {
        apply: (user, uow) => withoutKeyPerson(deps, uow, user, { isOneself: false }),
        event: 'user.identity_unlinked',
      }),
    });
