import {
  acceptInvitation,
  bearerSecret,
  canonicalEmail,
  DomainError,
  Email,
  endSession,
  type Identity,
  type Instant,
  isBearerSecret,
  isSessionOver,
  linkIdentity,
  MINUTE,
  newUser,
  PersonName,
  type SecretHash,
  type User,
  type UserId,
  withOwner,
} from '@strongroom/domain';
import { triesOver } from '../../kernel/attempts.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { ownSeen } from '../../kernel/views.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { emailKey, identityKey, invitationKey, sessionKey, users } from '../../store/users.ts';
import type { NewSession } from './start-session.ts';

/** A person as the identity provider has proven them, by a token that was verified. */
export type ProvenIdentity = Identity &
  Readonly<{
    /** Its session, by which it ends ours. */
    sid?: string | undefined;
    name?: string | undefined;
    /** Only if the provider has verified it. */
    email?: string | undefined;
  }>;

type Input = Readonly<{
  /** Throws SIGN_IN_REFUSED, SERVICE_UNAVAILABLE. */
  prove: () => Promise<ProvenIdentity>;
  /** The secret of an activation link, or of a session in a cookie, whose user is to be linked to the person. */
  link?: Readonly<{ invitation: string } | { session: string }> | undefined;
  inCookie: boolean;
}>;

/** Tries that fail are counted by network, because each asks the identity provider. */
const TRIES = { window: { limit: 60, milliseconds: MINUTE }, sideBySide: 20 };

const refused = (message: string): DomainError => new DomainError('SIGN_IN_REFUSED', { message });

/**
 * Signs in the user who is linked to a person of the identity provider. A person is linked once: by following an
 * activation link, or by a user who is signed in. An equal e-mail address links no user: people who set
 * addresses at the provider could become any user. Throws SIGN_IN_REFUSED, INVITATION_NOT_FOUND and others of invitations, RATE_LIMIT_EXCEEDED.
 */
export const signInByProvider = (
  deps: Pick<Deps, 'runner' | 'limiter' | 'clock' | 'ids' | 'secrets' | 'labelRules' | 'signIn'>,
) => {
  const isProven = triesOver(deps);
  return async (visitor: Visitor, { prove, link, inCookie }: Input): Promise<NewSession> => {
    let identity: ProvenIdentity | undefined;
    let failure: unknown;
    const bucket = { name: `oidc:${requesterAt(visitor.request.ip).narrow}`, ...TRIES };
    await isProven([bucket], async () => {
      // A failure that is thrown would not count as a failed try.
      const outcome = await prove().catch((error: unknown) => ({ error }));
      if ('error' in outcome) failure = outcome.error;
      else identity = outcome;
      return identity !== undefined;
    });
    if (identity === undefined) throw failure;
    const proven = identity;
    const hash = (text: string): SecretHash => deps.secrets.hash(text);
    const linkKey = link && linkKeyOf(hash, link);
    const email = jitEmail(deps, proven);
    const secret = bearerSecret('session', deps.secrets.random(32));
    const userId = deps.ids.uuid<UserId>();
    return deps.runner.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [
        refBy(users, identityKey(proven)),
        refTo(organisations, ORGANISATION),
        ...(linkKey === undefined ? [] : [refBy(users, linkKey)]),
        ...(email === undefined ? [] : [refBy(users, emailKey(email))]),
      ],
      serializeOn: identityKey(proven),
      apply: (uow) => {
        const now = deps.clock.now();
        const before = uow.findBy(users, identityKey(proven));
        const user =
          link === undefined || linkKey === undefined
            ? (before ?? newMember(uow, { id: userId, email, proven, now }))
            : linkedNow(uow, { link, key: linkKey, proven, now, hash });
        if (before !== undefined && before.id !== user.id)
          throw refused('This person of the identity provider is linked to another user already.');
        if (user.status !== 'active') throw refused('This account may not sign in.');
        const provider = { iss: proven.iss, sub: proven.sub, ...(proven.sid !== undefined && { sid: proven.sid }) };
        const begun = beginSession(deps, uow, visitor, user, { secret, way: 'oidc', inCookie, provider });
        uow.put(users, begun.user);
        const author = {
          actor: { type: 'user', id: user.id, tokenId: begun.session.id },
          request: visitor.request,
        } as const;
        const target = userTarget(user.id);
        if (link !== undefined && 'invitation' in link) uow.record({ type: 'invitation.accepted', target }, author);
        if (before === undefined) uow.record({ type: 'user.identity_linked', target }, author);
        return { ...ownSeen(deps.labelRules, begun.user), session: begun.session, secret };
      },
    });
  };
};

const linkKeyOf = (hash: (secret: string) => SecretHash, link: NonNullable<Input['link']>): string => {
  if ('session' in link) return sessionKey(hash(link.session));
  if (!isBearerSecret('invitation', link.invitation)) throw new DomainError('INVITATION_NOT_FOUND');
  return invitationKey(hash(link.invitation));
};

type Linking = Readonly<{
  link: NonNullable<Input['link']>;
  key: string;
  proven: ProvenIdentity;
  now: Instant;
  hash: (secret: string) => SecretHash;
}>;

/** The user of an activation link or a session, linked to the person. */
function linkedNow(uow: UnitOfWork, { link, key, proven, now, hash }: Linking): User {
  const user = uow.findBy(users, key);
  const { iss, subject, sub } = proven;
  if ('session' in link) {
    const session = user?.sessions.find((known) => known.hash === hash(link.session));
    if (user === undefined || session?.cookieUsedAt === undefined || isSessionOver(session, now))
      throw refused('Your session has ended: sign in again, then link your account.');
    return endSession(linkIdentity(user, { iss, subject, sub }), session.id);
  }
  const organisation = uow.find(organisations, ORGANISATION);
  if (user === undefined || organisation === undefined) throw new DomainError('INVITATION_NOT_FOUND');
  const accepted = acceptInvitation(user, hash(link.invitation), {
    name: nameOf(user, proven),
    password: null,
    identity: { iss, subject, sub },
    at: now,
  });
  if (accepted.role === 'owner') uow.put(organisations, withOwner(organisation, accepted.id));
  return accepted;
}

/** A user keeps their name; a new one gets that of the provider, else their address. */
const nameOf = (user: User, { name }: ProvenIdentity): PersonName =>
  user.name !== '' ? user.name : PersonName.is(name) ? name : PersonName.parse(user.email.slice(0, 200));

/** The verified address of a person whose domain's people become members by themselves. */
function jitEmail({ signIn }: Pick<Deps, 'signIn'>, { email }: ProvenIdentity): Email | undefined {
  if (!Email.is(email)) return undefined;
  const address = canonicalEmail(email);
  return signIn?.jitDomains.includes(address.slice(address.lastIndexOf('@') + 1)) ? address : undefined;
}

type Newcomer = Readonly<{ id: UserId; email: Email | undefined; proven: ProvenIdentity; now: Instant }>;

function newMember(uow: UnitOfWork, { id, email, proven, now }: Newcomer): User {
  if (email === undefined)
    throw refused(
      'No user is linked to this person. Follow the link of your invitation, or ask an administrator for a new link.',
    );
  if (uow.findBy(users, emailKey(email)) !== undefined)
    throw refused(
      'Your address has an account that is not linked to this person. Follow the link of your invitation, or ask an administrator for a new link.',
    );
  const user = newUser({ id, email, role: 'member', at: now });
  const { iss, subject, sub } = proven;
  return linkIdentity(
    { ...user, name: nameOf(user, proven), status: 'active', activatedAt: now },
    { iss, subject, sub },
  );
}
