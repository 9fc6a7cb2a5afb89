import { type BearerSecret, bearerSecret, type SecretHash } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

/** Kinds of secrets that are derived from the id of their document. */
type Kind = 'invitation' | 'redemption';

export const derivedSecret = (secrets: Pick<Secrets, 'derive'>, kind: Kind, id: string): BearerSecret =>
  bearerSecret(kind, secrets.derive(kind, id));

/**
 * The secret whose hash was stored, also if the secret of the service has changed since. That of now where no accepted one
 * gives it.
 */
export const storedSecret = (
  secrets: Pick<Secrets, 'derive' | 'deriveEach' | 'hash'>,
  kind: Kind,
  { id, hash }: Readonly<{ id: string; hash: SecretHash | undefined }>,
): BearerSecret =>
  secrets
    .deriveEach(kind, id)
    .map((bytes) => bearerSecret(kind, bytes))
    .find((secret) => secrets.hash(secret) === hash) ?? derivedSecret(secrets, kind, id);
