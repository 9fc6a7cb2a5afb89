import { DomainError, decide, MINUTE, type Password, setPassword as set, type User } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import { withoutCredentials } from '../../kernel/keeping.ts';
import { requesterAt } from '../../kernel/network.ts';
import { answeredBefore, once, onceRefs } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { userSeen } from '../../kernel/seen.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { triesOver } from '../../kernel/tries.ts';
import { users } from '../../repositories/users.ts';
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts';
import { userTarget } from '../users/user-target.ts';
import { credentialFacts } from './credential-facts.ts';

type Input = Readonly<{ current?: string | undefined; next: Password; revokeTokens?: boolean | undefined }>;

/** Whoever holds a token must not find out the password with it. Failures only are counted, as with signing in. */
const GUESSES = { window: { limit: 10, milliseconds: MINUTE }, sideBySide: 2 };

/**
 * Sets the caller's password and ends all their other sessions, and all their API tokens where they ask for that. The
 * current password is asked for once there is one.
 * Throws INSUFFICIENT_SCOPE, INVALID_CREDENTIALS, RATE_LIMIT_EXCEEDED.
 */
export const setPassword = (
  deps: Pick<Deps, 'journal' | 'secrets' | 'limiter' | 'passwords' | 'clock' | 'classification'>,
) => {
  const isRight = triesOver(deps);
  return async (ctx: SignedIn, input: Input): Promise<UserSeen> => {
    const allowed = (at: Snapshot): User => {
      const who = whoAsks(deps, at, ctx);
      permit(decide('password.set', { ...who, ...credentialFacts(ctx, who.user) }), userTarget(who.user.id));
      return who.user;
    };
    const owner = ownerOf(ctx);
    const requester = requesterAt(ctx.request.ip);
    const { before, isRepeated } = await deps.journal.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), ...onceRefs(deps, owner)],
      decide: (at) => ({ before: allowed(at), isRepeated: answeredBefore(deps, owner, at) }),
    });
    const { password: known } = before;
    const isKnown = () => deps.passwords.verify(input.current ?? '', known ?? undefined, requester);
    if (!isRepeated && known !== null && !(await isRight([{ name: `password:${before.id}`, ...GUESSES }], isKnown)))
      throw new DomainError('INVALID_CREDENTIALS');
    const password = isRepeated ? before.password : await deps.passwords.hash(input.next, requester);
    return deps.journal.run(
      once(deps, owner, withoutCredentials<UserSeen>(), {
        author: authorOf(ctx),
        refs: whoRefs(ctx),
        hot: ctx.credential.userId,
        decide: (at) => {
          const user = allowed(at);
          // Somebody else has set another one meanwhile: the one that was checked is the current one no more.
          if (password === null || user.password !== before.password) throw new DomainError('INVALID_CREDENTIALS');
          const next = set(user, password, ctx.credential.kind === 'session' ? ctx.credential.id : null);
          const kept = input.revokeTokens === true ? revokeAllTokens(deps, at, next) : next;
          at.put(users, kept);
          at.record({ type: 'user.password_set', target: userTarget(user.id) });
          return userSeen(deps.classification, kept);
        },
      }),
    );
  };
};
