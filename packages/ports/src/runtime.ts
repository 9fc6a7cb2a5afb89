import type { Instant, SecretHash } from '@strongroom/domain';

export interface Clock {
  now(): Instant;
  /** Resolves after that many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

export interface Ids {
  /** A fresh random lowercase UUID (version 4), as the kind of id that is asked for. */
  uuid<Id extends string = string>(): Id;
}

export interface Secrets {
  /** Cryptographically random bytes. */
  random(bytes: number): Uint8Array;
  /** SHA-256 of a bearer secret, base64url: what is stored in its place. */
  hash(secret: string): SecretHash;
  /** 32 bytes derived from the service's secret for a purpose and a subject: the same every time, on every instance. */
  derive(purpose: string, subject: string): Uint8Array;
  /** Encrypts and authenticates a text that a client keeps for us (page cursors), as URL-safe text. */
  seal(purpose: string, text: string): string;
  /** The text that was sealed for this purpose, or undefined for anything else. */
  unseal(purpose: string, sealed: string): string | undefined;
}

export interface Log {
  /** `fields` hold ids, numbers and codes: never a secret, a signed address or a name. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
