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
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import { refBy, refTo, stateOf } from '../../kernel/collection.ts';
import type { Visitor } from '../../kernel/context.ts';
import { requesterAt } from '../../kernel/network.ts';
import { userSeen } from '../../kernel/seen.ts';
import { ORGANISATION, organisations } from '../../repositories/organisation.ts';
import { invitationKey, users } from '../../repositories/users.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts';
import { userTarget } from './user-target.ts';

type Input = Readonly<{
  secret: string;
  name: PersonName;
  password?: Password | undefined;
  revokeTokens?: boolean | undefined;
}>;

/** Somebody who has just come in, with a session so that he can go on at once. */
export type Accepted = UserSeen & Readonly<{ session: Session; secret: BearerSecret }>;

/**
 * Accepts an invitation. Throws INVITATION_NOT_FOUND, INVITATION_EXPIRED, INVITATION_USED, INVITATION_REVOKED.
 */
export const acceptInvitation =
  (deps: Pick<Deps, 'journal' | 'documents' | 'passwords' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  async (visitor: Visitor, input: Input): Promise<Accepted> => {
    if (!isBearerSecret('invitation', input.secret)) throw new DomainError('INVITATION_NOT_FOUND');
    const hash = deps.secrets.hash(input.secret);
    const secret = bearerSecret('session', deps.secrets.random(32));
    const password =
      input.password === undefined
        ? null
        : await hashIfAcceptable(deps, hash, input.password, requesterAt(visitor.request.ip));
    return deps.journal.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refBy(users, invitationKey(hash)), refTo(organisations, ORGANISATION)],
      hot: invitationKey(hash),
      decide: (at) => {
        const known = at.findBy(users, invitationKey(hash));
        const organisation = at.find(organisations, ORGANISATION);
        if (known === undefined || organisation === undefined) throw new DomainError('INVITATION_NOT_FOUND');
        const accepted = accept(known, hash, { name: input.name, password, at: deps.clock.now() });
        const { user: entered, session } = beginSession(deps, at, visitor, accepted, secret);
        const author = {
          actor: { type: 'user', id: entered.id, tokenId: session.id },
          request: visitor.request,
        } as const;
        const user = input.revokeTokens === true ? revokeAllTokens(deps, at, entered, author) : entered;
        at.put(users, user);
        // An owner counts from the moment he can act. Whoever makes or unmakes an active owner replaces this document.
        if (user.role === 'owner') at.put(organisations, withOwner(organisation, user.id));
        at.record({ type: 'invitation.accepted', target: userTarget(user.id) }, author);
        if (password !== null) at.record({ type: 'user.password_set', target: userTarget(user.id) }, author);
        return { ...userSeen(deps.classification, user), session, secret };
      },
    });
  };

/** A public operation must not let anybody make the service hash: first it is seen whether the invitation would do. */
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
