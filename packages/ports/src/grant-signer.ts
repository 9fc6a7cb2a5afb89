import type { GrantClaims } from '@strongroom/domain';

/** A public Ed25519 key (RFC 8037). */
export type SignatureKey = Readonly<{ kty: 'OKP'; crv: 'Ed25519'; x: string }>;

/** A private Ed25519 key. Every process that opens it has the same one. */
export interface SigningKey {
  readonly publicKey: SignatureKey;
  /** RFC 7638 thumbprint of the public key, base64url. */
  readonly thumbprint: string;
  /** Signature of the UTF-8 of a text, base64url. */
  sign(text: string): string;
}

/** A public key with its RFC 7638 thumbprint, base64url. */
export type PublishedKey = Readonly<{ publicKey: SignatureKey; thumbprint: string }>;

/**
 * Signs key grants for the key service.
 *
 * - [GS-01] `sign` returns the claims as a compact JWS of the type of grants, which `publicKey` proves and `kid` names.
 * - [GS-02] The claim `wdk` is the SHA-256 of the bytes of the wrapped key, in base64url.
 * - [GS-03] A `thumbprint` is that of RFC 7638 of its public key.
 * - [GS-04] `published` begins with the key that signs, and has every other key whose grants are valid once.
 * - [GS-05] Every opening of one place signs with the same key, also the first openings at the same time.
 */
export interface GrantSigner extends PublishedKey {
  /** All keys whose grants are valid: the one that signs comes first, the others sign in another process, or soon. */
  readonly published: readonly PublishedKey[];
  /** A grant for a wrapped key, in base64, as a compact JWS. */
  sign(claims: Omit<GrantClaims, 'wdk'>, wrappedDek: string): string;
}
