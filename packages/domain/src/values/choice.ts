import { defineValue, type Value } from './value.ts';

/** True or false, without coercion. */
export const Choice: Value<boolean> = defineValue({
  name: 'Choice',
  description: 'True or false.',
  schema: { type: 'boolean' },
  rule: 'boolean',
  check: (input) => (typeof input === 'boolean' ? undefined : 'must be true or false'),
});
