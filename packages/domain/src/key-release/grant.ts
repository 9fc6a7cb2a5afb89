/**
 * How the key service asks a person to prove themself. `grant`: not at all, the room service's word is enough. `device`: by a
 * key pair that was enrolled once with a code of the operator. `oidc`: by a sign-in at the organisation's identity provider.
 */
export const PROOF_MODES = ['grant', 'device', 'oidc'] as const;
export type ProofMode = (typeof PROOF_MODES)[number];

/** Reading a file, encrypting a new one, or taking its key out for a link. */
export const GRANT_OPS = ['open', 'seal', 'export'] as const;
export type GrantOp = (typeof GRANT_OPS)[number];

/** A person as the proof of the key service names them: a stable id at an issuer, never an e-mail address. */
export type KeyPerson = Readonly<{ iss: string; id: string }>;

export const isSamePerson = (one: KeyPerson, other: KeyPerson): boolean => one.iss === other.iss && one.id === other.id;

/**
 * The claims of a key grant: the room service says that the bearer of the client's key may have one data key. Times are
 * whole seconds since 1970.
 */
export type GrantClaims = Readonly<{
  /** Address of the room service. */
  iss: string;
  /** Address of the key service. */
  aud: string;
  iat: number;
  exp: number;
  /** 128 random bits, base64url. */
  jti: string;
  /** `user:<id>` or `share:<id>`. */
  sub: string;
  person?: KeyPerson;
  op: GrantOp;
  org: string;
  room: string;
  room_label: string;
  file: string;
  label: string;
  kms_key_id: string;
  /** SHA-256 of the decoded wrapped key, base64url. */
  wdk: string;
  /** `jkt`: RFC 7638 thumbprint of the client's key. */
  cnf: Readonly<{ jkt: string }>;
  /** The audit event that records the grant. */
  evt: string;
}>;

/** Protected header of a grant, beside `kid`. */
export const GRANT_HEADER = { alg: 'Ed25519', typ: 'strongroom-grant+jwt' } as const;

/** Longest life of a grant in seconds. */
export const GRANT_LIFE = 120;
/** Seconds by which two clocks may differ. */
export const CLOCK_SKEW = 30;
export const MAX_GRANT_LENGTH = 4096;
/** Maximum number of keys in one batch. */
export const MAX_KEYS_AT_ONCE = 100;
