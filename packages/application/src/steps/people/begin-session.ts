import {
  addSession,
  type BearerSecret,
  type FactorProof,
  type Instant,
  isSessionOver,
  plus,
  SESSION_LIFE,
  type Session,
  type SessionId,
  type SignInWay,
  type User,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

/** Adds a session and records it. Also records the end of the oldest one when a user exceeds twenty. */
export function beginSession(
  deps: Pick<Deps, 'clock' | 'ids' | 'secrets'>,
  at: Pick<UnitOfWork, 'record'>,
  { request, userAgent = '' }: Visitor,
  user: User,
  {
    secret,
    way,
    inCookie = false,
    provider,
    factor,
  }: Readonly<{
    secret: BearerSecret;
    way: SignInWay;
    inCookie?: boolean | undefined;
    provider?: Session['provider'];
    factor?: FactorProof;
  }>,
): Readonly<{ user: User; session: Session }> {
  const now = deps.clock.now();
  const session: Session = {
    id: deps.ids.uuid<SessionId>(),
    hash: deps.secrets.hash(secret),
    createdAt: now,
    expiresAt: plus(now, SESSION_LIFE),
    startedBy: { ip: request.ip, userAgent },
    ...(inCookie && { cookieUsedAt: now }),
    way,
    ...(factor && { factor }),
    ...(provider && { provider }),
  };
  const author = { actor: { type: 'user', id: user.id, tokenId: session.id }, request } as const;
  at.record(
    {
      type: 'session.started',
      target: sessionTarget(session.id),
      data: { way, ...(factor && { factor: factor.way }) },
    },
    author,
  );
  return { user: withSession(at, user, session, { now, author }), session };
}

type Adding = Readonly<{ now: Instant; author: Parameters<UnitOfWork['record']>[1] }>;

/** Adds a session to a user and records the end of the oldest one where there are more than twenty. */
export function withSession(
  at: Pick<UnitOfWork, 'record'>,
  user: User,
  session: Session,
  { now, author }: Adding,
): User {
  const next = addSession(user, session, now);
  for (const known of user.sessions)
    if (!isSessionOver(known, now) && !next.sessions.includes(known))
      at.record({ type: 'session.ended', target: sessionTarget(known.id) }, author);
  return next;
}
