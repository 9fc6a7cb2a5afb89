import type { BearerSecret, RedemptionId, SecretHash } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { derivedSecret, storedSecret } from '../../kernel/derived-secret.ts';

/** Derives the secret of a redemption from its id, so that a repeated request gets it again without storing a secret. */
export const redemptionSecret = (secrets: Pick<Secrets, 'derive'>, id: RedemptionId): BearerSecret =>
  derivedSecret(secrets, 'redemption', id);

/** The secret of a stored redemption, which may derive from an earlier secret of the service. */
export const storedRedemptionSecret = (
  secrets: Pick<Secrets, 'derive' | 'deriveEach' | 'hash'>,
  { id, secretHash }: Readonly<{ id: RedemptionId; secretHash?: SecretHash }>,
): BearerSecret => storedSecret(secrets, 'redemption', { id, hash: secretHash });
