import { type Branded, defineValue, type Value } from './value.ts';

/** RFC 9110 sections 5.6.2, 5.6.4 and 8.3.1. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\t \\x21-\\x7E])*"';
const PARAMETER = `${TOKEN}=(?:${TOKEN}|${QUOTED})`;
/**
 * Blanks belong to the parameter before or after them, never to both: otherwise a long run of blanks would cause
 * exponential backtracking. Only a last semicolon may have blanks after it without a parameter.
 */
const MEDIA_TYPE = `^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*(?:[ \\t]*;[ \\t]+)?$`;
const FORM = new RegExp(MEDIA_TYPE, 'u');

export type MediaType = Branded<string, 'MediaType'>;
export const MediaType: Value<MediaType> = defineValue({
  name: 'MediaType',
  description: 'Media type of the plaintext (RFC 9110 section 8.3.1); parameters are allowed.',
  schema: { type: 'string', maxLength: 255, pattern: MEDIA_TYPE, examples: ['application/pdf'] },
  rule: 'media_type',
  check: (input) =>
    typeof input === 'string' && input.length <= 255 && FORM.test(input)
      ? undefined
      : 'must be a media type such as "application/pdf", at most 255 characters',
});
