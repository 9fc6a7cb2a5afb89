import {
  type BearerSecret,
  bearerSecret,
  canonicalEmail,
  DomainError,
  type Email,
  type Session,
  type User,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { triesOver } from '../../kernel/attempts.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { ownSeen } from '../../kernel/views.ts';
import { refuseWithoutPasswords } from '../../kernel/without-passwords.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import { signInBuckets } from '../../steps/people/sign-in-limits.ts';
import { needsFactor, secondStep } from '../../steps/people/waiting-state.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { emailKey, users } from '../../store/users.ts';

type StartSessionInput = Readonly<{
  email: Email;
  password: string;
  /** Whether the secret goes into a cookie: such a session ends when it is not used. */
  inCookie?: boolean | undefined;
}>;

/** A new session with its secret, which appears in this answer only. */
export type NewSession = UserSeen & Readonly<{ session: Session; secret: BearerSecret }>;

/**
 * Signs in with a password. A wrong password, an unknown e-mail address and a user who may not sign in get the same
 * answer after the same work. Throws INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED.
 */
export const startSession = (
  deps: Pick<
    Deps,
    | 'runner'
    | 'documents'
    | 'limiter'
    | 'passwords'
    | 'clock'
    | 'ids'
    | 'secrets'
    | 'labelRules'
    | 'signIn'
    | 'secondFactor'
  >,
) => {
  const isRight = triesOver(deps);
  return async (visitor: Visitor, input: StartSessionInput): Promise<NewSession> => {
    refuseWithoutPasswords(deps);
    const email = canonicalEmail(input.email);
    const requester = requesterAt(visitor.request.ip);
    let mayTry: User | undefined;
    const right = await isRight(signInBuckets('sign-in', requester, email), async () => {
      const [document] = await deps.documents.read([refBy(users, emailKey(email))]);
      const known = document && stateOf(users, document);
      const found = known?.status === 'active' && known.password !== null ? known : undefined;
      mayTry = found;
      const isKnown = await deps.passwords.verify(input.password, found?.password ?? undefined, requester);
      return isKnown && found !== undefined;
    });
    const { id, password } = mayTry ?? {};
    if (!right || id === undefined) throw new DomainError('INVALID_CREDENTIALS');

    const secret = bearerSecret('session', deps.secrets.random(32));
    return deps.runner.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refTo(users, id)],
      serializeOn: id,
      apply: (uow) => {
        const user = uow.find(users, id);
        // The user was deactivated or got another password during the check.
        if (user?.status !== 'active' || user.password !== password) throw new DomainError('INVALID_CREDENTIALS');
        if (needsFactor(deps, user)) throw secondStep(deps, user, { way: 'password', inCookie: input.inCookie });
        const begun = beginSession(deps, uow, visitor, user, {
          secret,
          way: 'password',
          inCookie: input.inCookie,
        });
        uow.put(users, begun.user);
        return { ...ownSeen(deps.labelRules, begun.user), session: begun.session, secret };
      },
    });
  };
};
