import { type BearerSecret, bearerSecret, type InvitationId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

/**
 * The secret of an invitation is derived from its id, so that the mail can be written, and written again, by a job that
 * stores no secret.
 */
export const invitationSecret = (secrets: Pick<Secrets, 'derive'>, id: InvitationId): BearerSecret =>
  bearerSecret('invitation', secrets.derive('invitation', id));
