import { type BearerSecret, bearerSecret, type InvitationId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

/**
 * Derives the secret of an invitation from its id, so that a job can write the mail, and repeat it, without storing a
 * secret.
 */
export const invitationSecret = (secrets: Pick<Secrets, 'derive'>, id: InvitationId): BearerSecret =>
  bearerSecret('invitation', secrets.derive('invitation', id));
