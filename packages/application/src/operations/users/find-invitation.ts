import { acceptableInvitation, DomainError, type Email, type Instant, isBearerSecret } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type NamedOrigin, originOf } from '../../steps/people/invitation-origin.ts';
import { refBy, stateOf } from '../../store/collection.ts';
import { invitationKey, users } from '../../store/users.ts';

/**
 * An open invitation, as its holder sees it before they accept: what the mail says, and the address that it was sent to. The
 * address shows a holder that the link was meant for another person.
 */
export type FoundInvitation = Readonly<{ email: Email; expiresAt: Instant; needsPassword: boolean }> & NamedOrigin;

/**
 * Finds the invitation of a secret and changes nothing. Only its holder learns how it ended: any other secret is not found.
 * Throws INVITATION_NOT_FOUND, INVITATION_EXPIRED, INVITATION_USED, INVITATION_REVOKED.
 */
export const findInvitation =
  (deps: Pick<Deps, 'documents' | 'clock' | 'secrets' | 'labelRules' | 'mailLabel'>) =>
  async (_: Visitor, { secret }: Readonly<{ secret: string }>): Promise<FoundInvitation> => {
    if (!isBearerSecret('invitation', secret)) throw new DomainError('INVITATION_NOT_FOUND');
    const hash = deps.secrets.hash(secret);
    const [document] = await deps.documents.read([refBy(users, invitationKey(hash))]);
    if (document === undefined) throw new DomainError('INVITATION_NOT_FOUND');
    const user = stateOf(users, document);
    const { expiresAt, ...origin } = acceptableInvitation(user, hash, deps.clock.now());
    return { email: user.email, expiresAt, needsPassword: user.status === 'active', ...(await originOf(deps, origin)) };
  };
