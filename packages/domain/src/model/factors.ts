import type { SecretHash } from '../values/crypto.ts';
import type { FactorId } from '../values/ids.ts';
import type { FactorName } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/** An authenticator app (RFC 6238). */
export type Totp = Readonly<{
  id: FactorId;
  name: FactorName;
  createdAt: Instant;
  /** Its secret, encrypted by the service. */
  sealed: string;
  /** The step of the last code that was taken: no code of it or before it is taken again. */
  lastStep: number;
}>;

/** A credential of an authenticator (WebAuthn). */
export type Passkey = Readonly<{
  id: FactorId;
  name: FactorName;
  createdAt: Instant;
  /** Its id at the authenticator, base64url. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Number of signatures as the authenticator reported it last; 0 for one that does not count. */
  counter: number;
  transports: readonly string[];
}>;

/** INVARIANT: at least one program or passkey. */
export type SecondFactor = Readonly<{
  totp: Totp | null;
  passkeys: readonly Passkey[];
  /** Keyed hashes of recovery codes that were not used. */
  recoveryCodes: readonly SecretHash[];
}>;

/** How a second factor was proven. */
export const FACTOR_WAYS = ['totp', 'passkey', 'recovery_code'] as const;
export type FactorWay = (typeof FACTOR_WAYS)[number];
/** The last proof of a second factor in a session. */
export type FactorProof = Readonly<{ way: FactorWay; at: Instant }>;
