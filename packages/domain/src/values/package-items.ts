import { type Branded, defineValue, type Value } from './value.ts';

/** An encrypted data key that this service cannot open. */
export type SealedKey = Branded<string, 'SealedKey'>;

/** 12 bytes of iv, 32 of key and 16 of tag are 80 characters. */
const FORM = /^[A-Za-z0-9_-]{16,128}$/;

export const SealedKey: Value<SealedKey> = defineValue<SealedKey>({
  name: 'SealedKey',
  description: 'A data key, encrypted to a key in the address of the link, base64url. The service cannot read it.',
  schema: { type: 'string', pattern: FORM.source },
  rule: 'base64url',
  check: (input) =>
    typeof input === 'string' && FORM.test(input) ? undefined : 'must be 16 to 128 characters of base64url',
});
