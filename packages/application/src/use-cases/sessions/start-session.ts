import {
  addSession,
  type BearerSecret,
  bearerSecret,
  canonicalEmail,
  DomainError,
  type Email,
  MINUTE,
  plus,
  SECOND,
  SESSION_LIFE,
  type Session,
  type SessionId,
} from '@strongroom/domain';
import type { Window } from '@strongroom/ports';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import { refBy, refTo, stateOf } from '../../kernel/collection.ts';
import type { Visitor } from '../../kernel/context.ts';
import { userSeen } from '../../kernel/seen.ts';
import { emailKey, users } from '../../repositories/users.ts';

type Input = Readonly<{ email: Email; password: string }>;

/** A session that has just begun, with its secret, which is told this once. */
export type NewSession = UserSeen & Readonly<{ session: Session; secret: BearerSecret }>;

/** Failures only are counted, and per address and e-mail together: nobody is locked out by somebody else's tries. */
const PER_PERSON: Window = { limit: 10, milliseconds: MINUTE };
const PER_ADDRESS: Window = { limit: 100, milliseconds: MINUTE };

/**
 * Signs in with a password. A wrong password, an unknown e-mail and a user who may not sign in are answered alike, after
 * the same work. Throws INVALID_CREDENTIALS, RATE_LIMIT_EXCEEDED.
 */
export const startSession =
  (
    deps: Pick<
      Deps,
      'journal' | 'documents' | 'limiter' | 'passwords' | 'clock' | 'ids' | 'secrets' | 'classification'
    >,
  ) =>
  async (visitor: Visitor, input: Input): Promise<NewSession> => {
    const email = canonicalEmail(input.email);
    const tries = [
      { bucket: `sign-in:${visitor.request.ip}:${email}`, window: PER_PERSON },
      { bucket: `sign-in:${visitor.request.ip}`, window: PER_ADDRESS },
    ];
    const at = deps.clock.now();
    // Taken before the password is looked at and given back when it was right, so that tries at the same time count too.
    for (const { bucket, window } of tries) {
      const standing = await deps.limiter.take(bucket, window, at);
      if (!standing.allowed)
        throw new DomainError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((standing.resetAt - at) / SECOND) });
    }
    const [document] = await deps.documents.read([refBy(users, emailKey(email))]);
    const known = document && stateOf(users, document);
    const mayTry = known?.status === 'active' && known.password !== null ? known : undefined;
    const right = await deps.passwords.verify(input.password, mayTry?.password ?? undefined);
    if (mayTry === undefined || !right) throw new DomainError('INVALID_CREDENTIALS');
    for (const { bucket, window } of tries) await deps.limiter.giveBack(bucket, window, at);

    const secret = bearerSecret('session', deps.secrets.random(32));
    return deps.journal.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refTo(users, mayTry.id)],
      hot: mayTry.id,
      decide: (writing) => {
        const user = writing.find(users, mayTry.id);
        // Deactivated, or given another password, while this one was being checked.
        if (user?.status !== 'active' || user.password !== mayTry.password)
          throw new DomainError('INVALID_CREDENTIALS');
        const now = deps.clock.now();
        const session: Session = {
          id: deps.ids.uuid<SessionId>(),
          hash: deps.secrets.hash(secret),
          createdAt: now,
          expiresAt: plus(now, SESSION_LIFE),
        };
        const next = addSession(user, session, now);
        writing.put(users, next);
        writing.record(
          { type: 'session.started', target: { type: 'session', id: session.id, roomId: null, label: null } },
          { actor: { type: 'user', id: user.id, tokenId: session.id }, request: visitor.request },
        );
        return { ...userSeen(deps.classification, next), session, secret };
      },
    });
  };
