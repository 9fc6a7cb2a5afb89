import type { BearerSecret, RedemptionId, SecretHash } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { derivedSecret, storedSecret } from '../../kernel/derived-secret.ts';

/** Derives the secret of a redemption from its id, so that a repeated request gets it again without storing a secret. */
const redemptionSecret = (secrets: Pick<Secrets, 'derive'>, id: RedemptionId): BearerSecret =>
  derivedSecret(secrets, 'redemption', id);

/** The secret of a stored redemption, which may derive from an earlier secret of the service. */
const storedRedemptionSecret = (
  secrets: Pick<Secrets, 'derive' | 'deriveEach' | 'hash'>,
  { id, secretHash }: Readonly<{ id: RedemptionId; secretHash?: SecretHash }>,
): BearerSecret => storedSecret(secrets, 'redemption', { id, hash: secretHash });

/** The secret of a redemption that may begin, derived at most once, however often the decision is repeated. */
export function redemptionToBegin(secrets: Pick<Secrets, 'derive' | 'deriveEach' | 'hash'>, id: RedemptionId) {
  let own: Readonly<{ secret: BearerSecret; hash: SecretHash }> | undefined;
  const derived = () => {
    const secret = redemptionSecret(secrets, id);
    return { secret, hash: secrets.hash(secret) };
  };
  return {
    hash: (): SecretHash => {
      own ??= derived();
      return own.hash;
    },
    /** The secret of what was begun: this redemption, or a stored one that is answered again. */
    secretOf: (begun: Readonly<{ id: RedemptionId; secretHash?: SecretHash }>): BearerSecret =>
      begun.id === id && own !== undefined ? own.secret : storedRedemptionSecret(secrets, begun),
  };
}
