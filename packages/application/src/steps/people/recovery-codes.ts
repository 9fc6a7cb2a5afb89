import { RECOVERY_CODES, type SecretHash, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { hexOf } from '../../kernel/hex.ts';

/** Crockford's base32: no letter is taken for another one. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits. */
const LENGTH = 16;
const PURPOSE = 'recovery-code';

type CodeDeps = Pick<Deps, 'secrets'>;

/** New codes, and the hashes to store. */
export type NewRecoveryCodes = Readonly<{ codes: readonly string[]; hashes: readonly SecretHash[] }>;

export function newRecoveryCodes({ secrets }: CodeDeps, userId: UserId): NewRecoveryCodes {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(secrets.random(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(''),
  );
  const key = secrets.derive(PURPOSE, userId);
  return {
    codes: codes.map((code) => code.replace(/.{4}(?=.)/gu, '$&-')),
    hashes: codes.map((code) => keyed(secrets, key, code)),
  };
}

/** The hashes that a typed code may have: one for each accepted secret of the service. */
export const hashesOfCode = ({ secrets }: CodeDeps, userId: UserId, typed: string): readonly SecretHash[] =>
  secrets.deriveEach(PURPOSE, userId).map((key) => keyed(secrets, key, canonical(typed)));

const keyed = (secrets: CodeDeps['secrets'], key: Uint8Array, code: string): SecretHash =>
  secrets.hash(hexOf(secrets.mac(key, code)));

const canonical = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/gu, '').replace(/[il]/gu, '1').replace(/o/gu, '0');
