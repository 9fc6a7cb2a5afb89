import type { PasswordHash } from '@strongroom/domain';

/** Networks of the caller of a call; the two are equal if there is only one. */
export type Requester = Readonly<{ narrow: string; wide: string }>;

/**
 * Hashes passwords, deliberately slowly.
 *
 * - [PH-01] `verify` accepts the password of the hash and refuses any other, even one that differs only by case, a trailing blank or Unicode normalisation.
 * - [PH-02] A hash is a PHC string of argon2id and holds its own parameters and salt.
 * - [PH-03] Hashing the same password again gives another hash.
 * - [PH-04] `verify` without a hash (the user does not exist) returns false after the same work.
 * - [PH-05] `verify` with a malformed hash returns false and never throws.
 * - [PH-06] Networks take turns: a call waits for a bounded number of calls of each other network, however many those have made.
 * - [PH-07] Too many waiting calls of one network are refused with Unavailable; calls of other networks, narrow or wide, are served.
 */
export interface PasswordHasher {
  /** Throws Unavailable when too many calls wait. */
  hash(password: string, requester: Requester): Promise<PasswordHash>;
  /** Throws Unavailable when too many calls wait. */
  verify(password: string, hash: PasswordHash | undefined, requester: Requester): Promise<boolean>;
}
