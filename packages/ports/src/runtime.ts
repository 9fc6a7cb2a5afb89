import type { Instant, SecretHash } from '@strongroom/domain';

export interface Clock {
  now(): Instant;
  /** Resolves after that many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

export interface Ids {
  /** A random lowercase UUID (version 4), typed as the requested kind of id. */
  uuid<Id extends string = string>(): Id;
  /** A UUID that begins with a time (version 7, RFC 9562), so that ids made one after the other sort so. */
  timed<Id extends string = string>(now: Instant): Id;
}

export interface Secrets {
  /** Cryptographically random bytes. */
  random(bytes: number): Uint8Array;
  /** SHA-256 of a bearer secret, base64url, which is stored instead of the secret. */
  hash(secret: string): SecretHash;
  /** 32 bytes derived from the service's secret, a purpose and a subject: equal on every instance. */
  derive(purpose: string, subject: string): Uint8Array;
  /** Derives a key from each secret that is accepted while the secret changes; that of `derive` is the first. */
  deriveEach(purpose: string, subject: string): readonly Uint8Array[];
  /** HMAC-SHA-256 of a text. */
  mac(key: Uint8Array, text: string): Uint8Array;
  /** Encrypts and authenticates a text that a client keeps (page cursors), as URL-safe text. */
  seal(purpose: string, text: string): string;
  /** The text that was sealed for this purpose by an accepted secret; undefined for any other input. */
  unseal(purpose: string, sealed: string): string | undefined;
}

export interface Log {
  /** `fields` hold ids, numbers and codes: never a secret, a signed address or a name. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Details for the search of a fault. */
  debug?(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
