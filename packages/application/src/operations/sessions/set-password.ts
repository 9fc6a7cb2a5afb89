import { DomainError, MINUTE, type Password, setPassword as set, type User } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { asCaller, lookAsCaller } from '../../kernel/as-caller.ts';
import { triesOver } from '../../kernel/attempts.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { userMay } from '../../kernel/may.ts';
import { requesterAt } from '../../kernel/network.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { type CurrentCaller, whoAsks } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { ownSeen } from '../../kernel/views.ts';
import { refuseWithoutPasswords } from '../../kernel/without-passwords.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { revokeAllTokens } from '../../steps/people/revoke-all-tokens.ts';
import { withoutKeyPerson } from '../../steps/people/unlinked.ts';
import { users } from '../../store/users.ts';

type SetPasswordInput = Readonly<{ current?: string | undefined; next: Password; revokeTokens?: boolean | undefined }>;

/** A token holder must not be able to guess the password. Only failures are counted, as at sign-in. */
const GUESSES = { window: { limit: 10, milliseconds: MINUTE }, sideBySide: 2 };

/**
 * Sets the caller's password and ends all their other sessions, and all their API tokens and the link to their person of the
 * identity provider, with the sessions that began with it, if requested. Once a password is set, the current one is required.
 * Throws INSUFFICIENT_SCOPE, INVALID_CREDENTIALS, SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED.
 */
export const setPassword = (
  deps: OperationDeps & Pick<Deps, 'limiter' | 'passwords' | 'signIn' | 'ids' | 'mailLimits'>,
) => {
  const isRight = triesOver(deps);
  return async (ctx: SignedIn, input: SetPasswordInput): Promise<UserSeen> => {
    refuseWithoutPasswords(deps);
    const target = userTarget(ctx.credential.userId);
    const change = {
      action: 'password.set',
      facts: (_: Snapshot, { user }: CurrentCaller) => credentialFacts(deps, ctx, user),
    } as const;
    const requester = requesterAt(ctx.request.ip);
    const { seen, isRepeated } = await lookAsCaller(deps, ctx, target, change);
    const before = seen.user;
    const { password: known } = before;
    const isKnown = () => deps.passwords.verify(input.current ?? '', known ?? undefined, requester);
    if (!isRepeated && known !== null && !(await isRight([{ name: `password:${before.id}`, ...GUESSES }], isKnown)))
      throw new DomainError('INVALID_CREDENTIALS');
    const password = isRepeated ? before.password : await deps.passwords.hash(input.next, requester);
    return asCaller(deps, ctx, target, {
      ...change,
      serializeOn: ctx.credential.userId,
      replay: {
        ...withoutCredentials<UserSeen>(),
        restore: (kept: UserSeen, uow) => {
          const who = whoAsks(deps, uow, ctx);
          return { ...kept, may: userMay({ ...who, target: who.user, common: [] }) };
        },
      },
      apply: (uow, { user, ...who }) => {
        // Another request set a password meanwhile, so the one that was checked is no longer the current one.
        if (password === null || user.password !== before.password) throw new DomainError('INVALID_CREDENTIALS');
        const next = set(user, password, ctx.credential.kind === 'session' ? ctx.credential.id : null);
        const kept = input.revokeTokens === true ? withoutOtherWaysIn(uow, next) : next;
        uow.put(users, kept);
        uow.record({ type: 'user.password_set', target });
        if (kept.identity !== next.identity) uow.record({ type: 'user.identity_unlinked', target });
        return { ...ownSeen(deps.labelRules, kept), may: userMay({ ...who, user, target: kept, common: [] }) };
      },
    });
  };

  /**
   * A thief who had a session for a moment may have made a token, or linked a person of the identity provider. A session that
   * began with that person ends too, also the one in which the password is set: it may be the thief's.
   */
  function withoutOtherWaysIn(uow: UnitOfWork, user: User): User {
    return withoutKeyPerson(deps, uow, revokeAllTokens(deps, uow, user), { isOneself: true });
  }
};
