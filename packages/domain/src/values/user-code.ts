import { type Branded, defineValue, type Value } from './value.ts';

/** RFC 8628 section 6.1: consonants only, so that no two look alike and no word appears. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const HALF = LENGTH / 2;
const CANONICAL = new RegExp(`^[${ALPHABET}]{${HALF}}-[${ALPHABET}]{${HALF}}$`);
/** A person may leave out the hyphen, or type a blank, or small letters. */
const TYPED = '^[ -]*(?:[A-Za-z][ -]*){8}$';
const FORM = new RegExp(TYPED);

/** The code that a person types: 34 random bits, as `WDJB-MJHT`. */
export type UserCode = Branded<string, 'UserCode'>;

/** Writes 8 random bytes as a code. Throws RangeError for another number of bytes. */
export function userCode(bytes: Uint8Array): UserCode {
  if (bytes.length !== 8) throw new RangeError('a user code is made of 8 bytes');
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  const base = BigInt(ALPHABET.length);
  for (let place = 0; place < LENGTH; place++, number /= base) text += ALPHABET.charAt(Number(number % base));
  return `${text.slice(0, HALF)}-${text.slice(HALF)}` as UserCode;
}

export type TypedUserCode = Branded<string, 'TypedUserCode'>;
export const TypedUserCode: Value<TypedUserCode> = defineValue({
  name: 'UserCode',
  description: 'The code that the program shows: eight letters. Letter case, blanks and hyphens do not matter.',
  schema: { type: 'string', maxLength: 32, pattern: TYPED, examples: ['WDJB-MJHT'] },
  rule: 'user_code',
  check: (input) =>
    typeof input === 'string' && input.length <= 32 && FORM.test(input)
      ? undefined
      : 'must be the code that the program shows: eight letters, such as WDJB-MJHT',
});

/** The code that was meant; undefined if no code is spelled so. */
export function canonicalUserCode(typed: TypedUserCode): UserCode | undefined {
  const letters = typed.replace(/[ -]/g, '').toUpperCase();
  const code = `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
  return CANONICAL.test(code) ? (code as UserCode) : undefined;
}
