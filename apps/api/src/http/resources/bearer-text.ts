import { codePoints, defineValue, type Value } from '@strongroom/domain';

/** A bearer secret in a body: any short text. A malformed secret is answered like an unknown one. */
export const BearerText: Value<string> = defineValue({
  name: 'BearerText',
  description: 'The token from the link.',
  schema: { type: 'string', minLength: 1, maxLength: 200, examples: ['the token from the link'] },
  rule: 'text',
  check: (input) =>
    typeof input === 'string' && input !== '' && codePoints(input) <= 200
      ? undefined
      : 'must be a text of 1 to 200 characters',
});
