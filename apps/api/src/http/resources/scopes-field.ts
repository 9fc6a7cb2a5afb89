import { defineValue, SCOPES, type Scope, type Value } from '@strongroom/domain';

/** Scopes of a credential as answers show them. */
export const Scopes: Value<readonly Scope[] | null> = defineValue({
  name: 'Scopes',
  description: 'Scopes the credential is limited to; null for every right of its user.',
  schema: { anyOf: [{ type: 'array', items: { type: 'string', enum: Object.keys(SCOPES) } }, { type: 'null' }] },
  check: (input) => (input === null || Array.isArray(input) ? undefined : 'must be a list of scopes or null'),
});
