import { allBut, codePoints } from './characters.ts';
import { type Branded, defineValue, type Value } from './value.ts';

const EXAMPLE = 'correct horse battery staple';

export type Password = Branded<string, 'Password'>;

/**
 * A new password. Any characters; only the length is checked (NIST SP 800-63B section 5.1.1.2 advises against more).
 */
export const Password: Value<Password> = defineValue({
  name: 'Password',
  description: 'A password of 12 to 256 characters.',
  schema: {
    type: 'string',
    format: 'password',
    minLength: 12,
    maxLength: 256,
    pattern: `^[${allBut()}]*$`,
    examples: [EXAMPLE],
  },
  rule: 'password',
  check: (input) => {
    if (typeof input !== 'string') return 'must be a string';
    if (/\p{Cs}/u.test(input)) return 'must not hold lone surrogates';
    const length = codePoints(input);
    return length >= 12 && length <= 256 ? undefined : 'must have 12 to 256 characters';
  },
});

/** A password at sign-in: any text short enough to be hashed. */
export const TriedPassword: Value<string> = defineValue({
  name: 'TriedPassword',
  description: 'The password.',
  schema: { type: 'string', format: 'password', maxLength: 1024, examples: [EXAMPLE] },
  rule: 'string',
  check: (input) =>
    typeof input === 'string' && codePoints(input) <= 1024 ? undefined : 'must be a string of at most 1024 characters',
});
