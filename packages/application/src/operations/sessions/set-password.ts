import { DomainError, decide, MINUTE, type Password, setPassword as set, type User } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { triesOver } from '../../kernel/attempts.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { answeredBefore, idempotencyRefs, idempotent } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { requesterAt } from '../../kernel/network.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { userSeen } from '../../kernel/views.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { users } from '../../store/users.ts';
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts';

type Input = Readonly<{ current?: string | undefined; next: Password; revokeTokens?: boolean | undefined }>;

/** Whoever holds a token must not find out the password with it. Failures only are counted, as with signing in. */
const GUESSES = { window: { limit: 10, milliseconds: MINUTE }, sideBySide: 2 };

/**
 * Sets the caller's password and ends all their other sessions, and all their API tokens where they ask for that. The
 * current password is asked for once there is one.
 * Throws INSUFFICIENT_SCOPE, INVALID_CREDENTIALS, RATE_LIMIT_EXCEEDED.
 */
export const setPassword = (
  deps: Pick<Deps, 'runner' | 'secrets' | 'limiter' | 'passwords' | 'clock' | 'classification'>,
) => {
  const isRight = triesOver(deps);
  return async (ctx: SignedIn, input: Input): Promise<UserSeen> => {
    const allowed = (uow: Snapshot): User => {
      const who = whoAsks(deps, uow, ctx);
      permit(decide('password.set', { ...who, ...credentialFacts(ctx, who.user) }), userTarget(who.user.id));
      return who.user;
    };
    const owner = ownerOf(ctx);
    const requester = requesterAt(ctx.request.ip);
    const { before, isRepeated } = await deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), ...idempotencyRefs(deps, owner)],
      apply: (uow) => ({ before: allowed(uow), isRepeated: answeredBefore(deps, owner, uow) }),
    });
    const { password: known } = before;
    const isKnown = () => deps.passwords.verify(input.current ?? '', known ?? undefined, requester);
    if (!isRepeated && known !== null && !(await isRight([{ name: `password:${before.id}`, ...GUESSES }], isKnown)))
      throw new DomainError('INVALID_CREDENTIALS');
    const password = isRepeated ? before.password : await deps.passwords.hash(input.next, requester);
    return deps.runner.run(
      idempotent(deps, owner, withoutCredentials<UserSeen>(), {
        author: authorOf(ctx),
        refs: whoRefs(ctx),
        serializeOn: ctx.credential.userId,
        apply: (uow) => {
          const user = allowed(uow);
          // Somebody else has set another one meanwhile: the one that was checked is the current one no more.
          if (password === null || user.password !== before.password) throw new DomainError('INVALID_CREDENTIALS');
          const next = set(user, password, ctx.credential.kind === 'session' ? ctx.credential.id : null);
          const kept = input.revokeTokens === true ? revokeAllTokens(deps, uow, next) : next;
          uow.put(users, kept);
          uow.record({ type: 'user.password_set', target: userTarget(user.id) });
          return userSeen(deps.classification, kept);
        },
      }),
    );
  };
};
