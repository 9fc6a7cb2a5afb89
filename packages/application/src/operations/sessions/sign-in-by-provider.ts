import {
  bearerSecret,
  canonicalEmail,
  DomainError,
  Email,
  MINUTE,
  type SecretHash,
  type User,
  type UserId,
} from '@strongroom/domain';
import { triesOver } from '../../kernel/attempts.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import { turnOfNotice } from '../../steps/people/mail-turns.ts';
import {
  isSameAddress,
  jitEmail,
  type LinkWish,
  linkedNow,
  linkRef,
  newMember,
  type ProvenIdentity,
} from '../../steps/people/proven-person.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { emailKey, identityKey, users } from '../../store/users.ts';
import type { NewSession } from './start-session.ts';

type SignInByProviderInput = Readonly<{
  /** Throws SIGN_IN_REFUSED, SERVICE_UNAVAILABLE. */
  prove: () => Promise<ProvenIdentity>;
  link?: LinkWish | undefined;
  /** False for a session that goes to a program instead of the browser. */
  inCookie: boolean;
  /** Address of the account that the person was shown, and agreed to. */
  agreed?: Email | undefined;
}>;

/** A question to the person before anything is changed: is this account theirs? */
export type SignInQuestion = Readonly<{ asks: Readonly<{ account: Email; person: ProvenIdentity }> }>;

/** Tries that fail are counted by network, because each asks the identity provider. */
const TRIES = { window: { limit: 60, milliseconds: MINUTE }, sideBySide: 20 };

const refused = (message: string): DomainError => new DomainError('SIGN_IN_REFUSED', { message });

/**
 * Signs in the user who is linked to a person of the identity provider. A person is linked once: by following an
 * activation link, or by a user who is signed in. An equal e-mail address links no user: people who set
 * addresses at the provider could become any user. The person is asked first where they link an account whose address the
 * provider has not verified as theirs, since another person may have sent the link, and where a program gets the session.
 * Throws SIGN_IN_REFUSED, SESSION_TOO_OLD, INVITATION_NOT_FOUND and others of invitations, RATE_LIMIT_EXCEEDED.
 */
export const signInByProvider = (
  deps: Pick<Deps, 'runner' | 'limiter' | 'clock' | 'ids' | 'mailLimits' | 'secrets' | 'labelRules' | 'signIn'>,
) => {
  const isProven = triesOver(deps);
  return async (visitor: Visitor, input: SignInByProviderInput): Promise<NewSession | SignInQuestion> => {
    const { link, inCookie } = input;
    const proven = await provenBy(visitor, input.prove);
    const hash = (text: string): SecretHash => deps.secrets.hash(text);
    const linked = link && linkRef(hash, link);
    const email = jitEmail(deps, proven);
    const secret = bearerSecret('session', deps.secrets.random(32));
    const userId = deps.ids.uuid<UserId>();
    return deps.runner.run<NewSession | SignInQuestion>({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [
        refBy(users, identityKey(proven)),
        refTo(organisations, ORGANISATION),
        ...(linked === undefined ? [] : [linked]),
        ...(email === undefined ? [] : [refBy(users, emailKey(email))]),
      ],
      serializeOn: identityKey(proven),
      apply: (uow) => {
        const now = deps.clock.now();
        const before = uow.findBy(users, identityKey(proven));
        const { user, apply = () => undefined } =
          link === undefined
            ? { user: before ?? newMember(uow, { id: userId, email, proven, now }) }
            : linkedNow(deps, uow, { link, proven, now, hash });
        if (before !== undefined && before.id !== user.id)
          throw refused('This person of the identity provider is linked to another user already.');
        if (user.status !== 'active') throw refused('This account may not sign in.');
        if (mustAsk(user, proven, input)) return { asks: { account: user.email, person: proven } };
        apply();
        const provider = { iss: proven.iss, sub: proven.sub, ...(proven.sid !== undefined && { sid: proven.sid }) };
        const begun = beginSession(deps, uow, visitor, user, { secret, way: 'oidc', inCookie, provider });
        const isLinkedNow = before === undefined && link !== undefined;
        const mail = isLinkedNow ? turnOfNotice({ ...deps, now }, begun.user) : undefined;
        uow.put(users, mail?.user ?? begun.user);
        const author = {
          actor: { type: 'user', id: user.id, tokenId: begun.session.id },
          request: visitor.request,
        } as const;
        const target = userTarget(user.id);
        if (link !== undefined && 'invitation' in link) uow.record({ type: 'invitation.accepted', target }, author);
        if (before === undefined) uow.record({ type: 'user.identity_linked', target }, author);
        if (mail !== undefined)
          uow.schedule({
            kind: 'mail-identity-linked',
            data: { userId: user.id, mailId: deps.ids.uuid() },
            dueAt: mail.dueAt,
          });
        return { ...ownSeen(deps.labelRules, begun.user), session: begun.session, secret };
      },
    });
  };

  async function provenBy({ request }: Visitor, prove: SignInByProviderInput['prove']): Promise<ProvenIdentity> {
    let identity: ProvenIdentity | undefined;
    let failure: unknown;
    const bucket = { name: `oidc:${requesterAt(request.ip).narrow}`, ...TRIES };
    await isProven([bucket], async () => {
      // A failure that is thrown would not count as a failed try.
      const outcome = await prove().catch((error: unknown) => ({ error }));
      if ('error' in outcome) failure = outcome.error;
      else identity = outcome;
      return identity !== undefined;
    });
    if (identity === undefined) throw failure;
    return identity;
  }
};

function mustAsk(user: User, proven: ProvenIdentity, { link, inCookie, agreed }: SignInByProviderInput): boolean {
  if (agreed !== undefined && canonicalEmail(agreed) === user.email) return false;
  return !inCookie || (link !== undefined && !isSameAddress(user, proven));
}
