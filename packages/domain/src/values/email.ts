import { type Branded, defineValue, type Value } from './value.ts';

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = `^${ATOM}(?:\\.${ATOM})*@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`;
/** RFC 5321 section 4.5.3.1.1: at most 64 before the @. */
const TOO_LONG_A_NAME = '^[^@]{65}';
const [FORM, TOO_LONG] = [new RegExp(EMAIL, 'u'), new RegExp(TOO_LONG_A_NAME, 'u')];

export type Email = Branded<string, 'Email'>;
export const Email: Value<Email> = defineValue({
  name: 'Email',
  description: 'One plain ASCII e-mail address; compared and stored in lower case.',
  schema: {
    type: 'string',
    maxLength: 254,
    pattern: EMAIL,
    not: { pattern: TOO_LONG_A_NAME },
    examples: ['ada@example.com'],
  },
  rule: 'email',
  check: (input) =>
    typeof input === 'string' && input.length <= 254 && FORM.test(input) && !TOO_LONG.test(input)
      ? undefined
      : 'must be one plain ASCII e-mail address, at most 254 characters',
});
/** The form in which an address is stored and compared. */
export const canonicalEmail = (email: Email): Email => email.toLowerCase() as Email;
