import {
  acceptInvitation,
  canonicalEmail,
  DomainError,
  decide,
  Email,
  endSession,
  type Identity,
  type Instant,
  isBearerSecret,
  isSessionOver,
  linkIdentity,
  newUser,
  PersonName,
  type SecretHash,
  SessionId,
  type User,
  type UserId,
  withOwner,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { whoAsks } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { emailKey, invitationKey, users } from '../../store/users.ts';
import { credentialFacts } from './credential-facts.ts';

/** A person as the identity provider has proven them, by a token that was verified. */
export type ProvenIdentity = Identity &
  Readonly<{
    /** Its session, by which it ends ours. */
    sid?: string | undefined;
    name?: string | undefined;
    /** Only if the provider has verified it. */
    email?: string | undefined;
  }>;

/** The user to link: that of an activation link, or a caller in a session of a cookie, who began it at a moment. */
export type LinkWish = Readonly<{ invitation: string } | { caller: SignedIn; begunAt: Instant }>;

const refused = (message: string): DomainError => new DomainError('SIGN_IN_REFUSED', { message });

/** The document of the user to link. Throws INVITATION_NOT_FOUND. */
export function linkRef(hash: (secret: string) => SecretHash, link: LinkWish): Ref {
  if ('caller' in link) return refTo(users, link.caller.credential.userId);
  if (!isBearerSecret('invitation', link.invitation)) throw new DomainError('INVITATION_NOT_FOUND');
  return refBy(users, invitationKey(hash(link.invitation)));
}

type Linking = Readonly<{
  link: LinkWish;
  proven: ProvenIdentity;
  now: Instant;
  hash: (secret: string) => SecretHash;
}>;

type LinkDeps = Pick<Deps, 'labelRules' | 'clock'>;
/** A user, and the changes beside theirs. */
type LinkedUser = Readonly<{ user: User; apply?: () => void }>;

/** The user of an activation link or a session, linked to the person. Changes nothing yet. */
export const linkedNow = (deps: LinkDeps, uow: UnitOfWork, linking: Linking): LinkedUser =>
  'caller' in linking.link
    ? { user: linkedCaller(deps, uow, { ...linking, ...linking.link }) }
    : linkedHolder(uow, { ...linking, ...linking.link });

type OfCaller = Linking & Readonly<{ caller: SignedIn; begunAt: Instant }>;

function linkedCaller(deps: LinkDeps, uow: UnitOfWork, { caller, begunAt, proven, now }: OfCaller): User {
  const { credential } = caller;
  const session = uow.find(users, credential.userId)?.sessions.find(({ id }) => id === credential.id);
  if (session?.cookieUsedAt === undefined || isSessionOver(session, now))
    throw refused('Your session has ended: sign in again, then link your account.');
  const who = whoAsks(deps, uow, caller);
  // The session was recent when the person began: signing in at the provider takes minutes.
  const facts = credentialFacts({ clock: { ...deps.clock, now: () => begunAt } }, caller, who.user);
  permit(decide('identity.link', { ...who, ...facts }), userTarget(who.user.id));
  return endSession(linkIdentity(who.user, identityOf(proven)), SessionId.parse(credential.id));
}

function linkedHolder(
  uow: UnitOfWork,
  { invitation, proven, now, hash }: Linking & Readonly<{ invitation: string }>,
): LinkedUser {
  const user = uow.findBy(users, invitationKey(hash(invitation)));
  const organisation = uow.find(organisations, ORGANISATION);
  if (user === undefined || organisation === undefined) throw new DomainError('INVITATION_NOT_FOUND');
  // A link in a mail, and any person of the provider, must not take the place of the second factor.
  if (user.secondFactor !== undefined)
    throw refused(
      'This account has a second factor: sign in with your password, then link the account of your organisation.',
    );
  const accepted = acceptInvitation(user, hash(invitation), {
    name: nameOf(user, proven),
    password: null,
    identity: identityOf(proven),
    at: now,
  });
  const countOwner = (): void => uow.put(organisations, withOwner(organisation, accepted.id));
  return { user: accepted, ...(accepted.role === 'owner' && { apply: countOwner }) };
}

const identityOf = ({ iss, subject, sub }: ProvenIdentity): Identity => ({ iss, subject, sub });

/** Whether the provider has verified that the address of the user is the person's. */
export const isSameAddress = (user: User, { email }: ProvenIdentity): boolean =>
  Email.is(email) && canonicalEmail(email) === user.email;

/**
 * A person who comes for the first time gets the name of the provider: a name that their inviter gave ends then, and one of a
 * directory stays. Others keep theirs. Without any it is their address.
 */
function nameOf(user: User, { name }: ProvenIdentity): PersonName {
  const isGiven = user.status === 'invited' && user.directory === undefined;
  if (PersonName.is(name) && (isGiven || user.name === '')) return name;
  return user.name !== '' ? user.name : PersonName.parse(user.email.slice(0, 200));
}

/** The verified address of a person whose domain's people become members by themselves. */
export function jitEmail({ signIn }: Pick<Deps, 'signIn'>, { email }: ProvenIdentity): Email | undefined {
  if (!Email.is(email)) return undefined;
  const address = canonicalEmail(email);
  return signIn?.jitDomains.includes(address.slice(address.lastIndexOf('@') + 1)) ? address : undefined;
}

type Newcomer = Readonly<{ id: UserId; email: Email | undefined; proven: ProvenIdentity; now: Instant }>;

/** Throws SIGN_IN_REFUSED for a person who may not become a user by themself. */
export function newMember(uow: UnitOfWork, { id, email, proven, now }: Newcomer): User {
  if (email === undefined)
    throw refused(
      'No user is linked to this person. Follow the link of your invitation, or ask an administrator for a new link.',
    );
  if (uow.findBy(users, emailKey(email)) !== undefined)
    throw refused(
      'Your address has an account that is not linked to this person. Follow the link of your invitation, or ask an administrator for a new link.',
    );
  const user = newUser({ id, email, role: 'member', at: now });
  const active: User = { ...user, name: nameOf(user, proven), status: 'active', activatedAt: now };
  return linkIdentity(active, identityOf(proven));
}
