import type { BearerSecret, Invitation, InvitationId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { derivedSecret, storedSecret } from '../../kernel/derived-secret.ts';

/**
 * Derives the secret of an invitation from its id, so that a job can write the mail, and repeat it, without storing a
 * secret.
 */
export const invitationSecret = (secrets: Pick<Secrets, 'derive'>, id: InvitationId): BearerSecret =>
  derivedSecret(secrets, 'invitation', id);

/** The secret of a stored invitation, which may derive from an earlier secret of the service. */
export const storedInvitationSecret = (
  secrets: Pick<Secrets, 'derive' | 'deriveEach' | 'hash'>,
  invitation: Pick<Invitation, 'id' | 'hash'>,
): BearerSecret => storedSecret(secrets, 'invitation', invitation);
