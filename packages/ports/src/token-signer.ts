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

/** Signs key grants for the key service. */
export interface GrantSigner extends PublishedKey {
  /** All keys whose grants are valid: the one that signs comes first, the others sign in another process, or soon. */
  readonly published: readonly PublishedKey[];
  /** A grant for a wrapped key, in base64, as a compact JWS. */
  sign(claims: Omit<GrantClaims, 'wdk'>, wrappedDek: string): string;
}
