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

/** Signs key grants for the key service. */
export interface GrantSigner {
  readonly publicKey: SignatureKey;
  readonly thumbprint: string;
  /** A grant for a wrapped key, in base64, as a compact JWS. */
  sign(claims: Omit<GrantClaims, 'wdk'>, wrappedDek: string): string;
}
