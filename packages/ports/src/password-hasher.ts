import type { PasswordHash } from '@strongroom/domain';

/** For whom a call waits: the network of its caller, and the wider one around that. The same text where there is one only. */
export type Requester = Readonly<{ narrow: string; wide: string }>;

/**
 * Turns passwords into what may be stored, slowly on purpose.
 *
 * - [PH-01] `verify` accepts the password a hash was made of, and refuses any other, also one that differs by case, a trailing blank or Unicode normalisation only.
 * - [PH-02] A hash is a PHC string of argon2id and holds its own parameters and salt.
 * - [PH-03] Hashing the same password again gives another hash.
 * - [PH-04] `verify` without a hash (there is no such user) answers false after the same work.
 * - [PH-05] A hash of another form is refused: false, never an error.
 * - [PH-06] Requesters take turns: a call waits for at most a few calls of each other network, however many those have made.
 * - [PH-07] Too many calls of one network are Unavailable; a call of another network, wide or narrow, is served.
 */
export interface PasswordHasher {
  /** Throws Unavailable when too many wait already. */
  hash(password: string, requester: Requester): Promise<PasswordHash>;
  /** Throws Unavailable as `hash`. */
  verify(password: string, hash: PasswordHash | undefined, requester: Requester): Promise<boolean>;
}
