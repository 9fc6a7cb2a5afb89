import type { Instant, Json } from '@strongroom/domain';

/** A page of the service: the name that passkeys are bound to, and its origin. */
export type PasskeyHome = Readonly<{ name: string; host: string; origin: string }>;

/** A credential of an authenticator, as a service stores it; both texts are base64url. */
export type StoredPasskey = Readonly<{
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
}>;

type PasskeyUser = Readonly<{ id: string; email: string; known: readonly StoredPasskey[] }>;

/** `counter`: signatures of the authenticator, as it reports them. */
export type PasskeySignature = Readonly<{ counter: number }>;

/** The arithmetic of second factors: one-time codes (RFC 6238) and passkeys (WebAuthn level 3). */
export interface SecondFactors {
  /** The address (`otpauth:`) that an authenticator app reads from a QR code. */
  totpAddress(of: Readonly<{ secret: Uint8Array; account: string; issuer: string }>): string;
  /** The secret as people type it: base32. */
  totpText(secret: Uint8Array): string;
  /** The step of 30 seconds of a code, of the present one and its two neighbours; undefined for any other code. */
  totpStep(secret: Uint8Array, code: string, now: Instant): number | undefined;
  /** Options for `navigator.credentials.create`. */
  passkeyToCreate(home: PasskeyHome, user: PasskeyUser, challenge: Uint8Array): Promise<Json>;
  /** The new credential of an answer to these options; undefined for any other answer. */
  createdPasskey(home: PasskeyHome, challenge: Uint8Array, answer: unknown): Promise<StoredPasskey | undefined>;
  /** Options for `navigator.credentials.get`. */
  passkeyToUse(home: PasskeyHome, known: readonly StoredPasskey[], challenge: Uint8Array): Promise<Json>;
  /**
   * The signature of an answer by this credential; undefined for any other answer. The caller compares the counter with the one
   * that it stores.
   */
  usedPasskey(
    home: PasskeyHome,
    challenge: Uint8Array,
    answer: unknown,
    passkey: StoredPasskey,
  ): Promise<PasskeySignature | undefined>;
}
