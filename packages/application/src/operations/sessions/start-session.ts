import {
  type BearerSecret,
  bearerSecret,
  canonicalEmail,
  DomainError,
  type Email,
  HOUR,
  MINUTE,
  SECOND,
  type Session,
  type User,
} from '@strongroom/domain';
import type { Requester } from '@strongroom/ports';
import type { UserSeen } from '../../kernel/answers.ts';
import { type Bucket, triesOver } from '../../kernel/attempts.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt, WIDE_SHARE } from '../../kernel/network.ts';
import { userSeen } from '../../kernel/views.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { emailKey, users } from '../../store/users.ts';

type Input = Readonly<{
  email: Email;
  password: string;
  /** Whether the secret goes into a cookie: such a session ends when it is not used. */
  inCookie?: boolean | undefined;
}>;

/** A new session with its secret, which appears in this answer only. */
export type NewSession = UserSeen & Readonly<{ session: Session; secret: BearerSecret }>;

/** Counts failures per network and e-mail address together, so that tries by others do not lock a user out. */
const PER_PERSON = { window: { limit: 10, milliseconds: MINUTE }, sideBySide: 2 };
const PER_NETWORK = { window: { limit: 100, milliseconds: MINUTE }, sideBySide: 20 };
/** Delays the answers for an e-mail address after many failures from all networks, whether or not it has a user. */
const FROM_EVERYWHERE = { window: { limit: 100, milliseconds: HOUR }, sideBySide: 64, slowedBy: SECOND };

/** The buckets of a try, in the order of their checks. */
function bucketsOf({ narrow, wide }: Requester, email: Email): readonly Bucket[] {
  const perNetwork = (network: string, times: number): readonly Bucket[] => [
    { name: `sign-in:${network}:${email}`, ...larger(PER_PERSON, times) },
    { name: `sign-in:${network}`, ...larger(PER_NETWORK, times) },
  ];
  return [
    ...perNetwork(narrow, 1),
    ...(wide === narrow ? [] : perNetwork(wide, WIDE_SHARE)),
    { name: `sign-in-email:${email}`, ...FROM_EVERYWHERE },
  ];
}

const larger = ({ window, sideBySide }: Omit<Bucket, 'name'>, times: number): Omit<Bucket, 'name'> => ({
  window: { ...window, limit: window.limit * times },
  sideBySide: sideBySide * times,
});

/**
 * Signs in with a password. A wrong password, an unknown e-mail address and a user who may not sign in get the same
 * answer after the same work. Throws INVALID_CREDENTIALS, RATE_LIMIT_EXCEEDED.
 */
export const startSession = (
  deps: Pick<Deps, 'runner' | 'documents' | 'limiter' | 'passwords' | 'clock' | 'ids' | 'secrets' | 'labelRules'>,
) => {
  const isRight = triesOver(deps);
  return async (visitor: Visitor, input: Input): Promise<NewSession> => {
    const email = canonicalEmail(input.email);
    const requester = requesterAt(visitor.request.ip);
    let mayTry: User | undefined;
    const right = await isRight(bucketsOf(requester, email), async () => {
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
        const begun = beginSession(deps, uow, visitor, user, { secret, inCookie: input.inCookie });
        uow.put(users, begun.user);
        return { ...userSeen(deps.labelRules, begun.user), session: begun.session, secret };
      },
    });
  };
};
