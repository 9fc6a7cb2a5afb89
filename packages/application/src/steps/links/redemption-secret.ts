import { type BearerSecret, bearerSecret, type RedemptionId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

/** Derives the secret of a redemption from its id, so that a repeated request gets it again without storing a secret. */
export const redemptionSecret = (secrets: Pick<Secrets, 'derive'>, id: RedemptionId): BearerSecret =>
  bearerSecret('redemption', secrets.derive('redemption', id));
