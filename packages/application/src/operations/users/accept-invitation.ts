import {
  acceptInvitation as accept,
  acceptableInvitation,
  type BearerSecret,
  bearerSecret,
  DomainError,
  isBearerSecret,
  type Password,
  type PasswordHash,
  type PersonName,
  type SecretHash,
  type Session,
  withOwner,
} from '@strongroom/domain';
import type { Requester } from '@strongroom/ports';
import type { UserSeen } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { refuseWithoutPasswords } from '../../kernel/without-passwords.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import { revokeAllTokens } from '../../steps/people/revoke-all-tokens.ts';
import { withoutKeyPerson } from '../../steps/people/unlinked.ts';
import { needsFactor, secondStep } from '../../steps/people/waiting-state.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { invitationKey, users } from '../../store/users.ts';

type AcceptInvitationInput = Readonly<{
  secret: string;
  name: PersonName;
  password?: Password | undefined;
  revokeTokens?: boolean | undefined;
  /** Whether the secret of the session goes into a cookie. */
  inCookie?: boolean | undefined;
}>;

/** A user who has just accepted, with a session so that they can continue at once. */
export type AcceptedInvitation = UserSeen & Readonly<{ session: Session; secret: BearerSecret }>;

/**
 * Accepts an invitation. Throws INVITATION_NOT_FOUND, INVITATION_EXPIRED, INVITATION_USED, INVITATION_REVOKED,
 * SECOND_FACTOR_REQUIRED after it is accepted, SIGN_IN_REFUSED where only the identity provider signs in.
 */
export const acceptInvitation =
  (
    deps: Pick<
      Deps,
      | 'runner'
      | 'documents'
      | 'passwords'
      | 'clock'
      | 'ids'
      | 'secrets'
      | 'labelRules'
      | 'signIn'
      | 'mailLimits'
      | 'secondFactor'
    >,
  ) =>
  async (visitor: Visitor, input: AcceptInvitationInput): Promise<AcceptedInvitation> => {
    refuseWithoutPasswords(deps);
    if (!isBearerSecret('invitation', input.secret)) throw new DomainError('INVITATION_NOT_FOUND');
    const hash = deps.secrets.hash(input.secret);
    const secret = bearerSecret('session', deps.secrets.random(32));
    const password =
      input.password === undefined
        ? null
        : await hashIfAcceptable(deps, hash, input.password, requesterAt(visitor.request.ip));
    const outcome = await deps.runner.run<AcceptedInvitation | Readonly<{ waits: DomainError }>>({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refBy(users, invitationKey(hash)), refTo(organisations, ORGANISATION)],
      serializeOn: invitationKey(hash),
      apply: (uow) => {
        const known = uow.findBy(users, invitationKey(hash));
        const organisation = uow.find(organisations, ORGANISATION);
        if (known === undefined || organisation === undefined) throw new DomainError('INVITATION_NOT_FOUND');
        const opened = accept(known, hash, { name: input.name, password, at: deps.clock.now() });
        // A link for an active user is a recovery. A thief with the old password may have linked their own person, who would
        // go on signing in. A user who accepts for the first time has no person yet.
        const accepted = withoutKeyPerson(deps, uow, opened, { isOneself: true });
        const way = { way: 'invitation', inCookie: input.inCookie } as const;
        const begun = needsFactor(deps, accepted)
          ? undefined
          : beginSession(deps, uow, visitor, accepted, { secret, ...way });
        const entered = begun?.user ?? accepted;
        const author = {
          actor: { type: 'user', id: entered.id, tokenId: begun?.session.id ?? null },
          request: visitor.request,
        } as const;
        const user = input.revokeTokens === true ? revokeAllTokens(deps, uow, entered, author) : entered;
        uow.put(users, user);
        // Owners count as soon as they are active. Every operation that adds or removes an active owner replaces this
        // document.
        if (user.role === 'owner') uow.put(organisations, withOwner(organisation, user.id));
        uow.record({ type: 'invitation.accepted', target: userTarget(user.id) }, author);
        if (accepted !== opened) uow.record({ type: 'user.identity_unlinked', target: userTarget(user.id) }, author);
        if (password !== null) uow.record({ type: 'user.password_set', target: userTarget(user.id) }, author);
        return begun === undefined
          ? { waits: secondStep(deps, user, way) }
          : { ...ownSeen(deps.labelRules, user), session: begun.session, secret };
      },
    });
    // The link was used, and the password is set: a session takes the second factor too.
    if ('waits' in outcome) throw outcome.waits;
    return outcome;
  };

/** Checks the invitation before hashing, so that callers without an account cannot make the service hash. */
async function hashIfAcceptable(
  deps: Pick<Deps, 'documents' | 'passwords' | 'clock'>,
  hash: SecretHash,
  password: Password,
  requester: Requester,
): Promise<PasswordHash> {
  const [document] = await deps.documents.read([refBy(users, invitationKey(hash))]);
  if (document === undefined) throw new DomainError('INVITATION_NOT_FOUND');
  acceptableInvitation(stateOf(users, document), hash, deps.clock.now());
  return deps.passwords.hash(password, requester);
}
