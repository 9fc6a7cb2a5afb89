import type { PasswordHash } from '@strongroom/domain';

/**
 * Turns passwords into what may be stored, slowly on purpose.
 *
 * - [PH-01] `verify` accepts the password a hash was made of, and refuses any other, also one that differs by case, a trailing blank or Unicode normalisation only.
 * - [PH-02] A hash is a PHC string of argon2id and holds its own parameters and salt.
 * - [PH-03] Hashing the same password again gives another hash.
 * - [PH-04] `verify` without a hash (there is no such user) answers false after the same work.
 * - [PH-05] A hash of another form is refused: false, never an error.
 */
export interface PasswordHasher {
  /** Throws Unavailable when too many wait already. */
  hash(password: string): Promise<PasswordHash>;
  verify(password: string, hash: PasswordHash | undefined): Promise<boolean>;
}
