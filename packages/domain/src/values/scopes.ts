import { defineValue, type Value } from './value.ts';

/** Every scope of a token, with its meaning. Printed into docs/reference/scopes.md. */
export const SCOPES = {
  'read:rooms': 'List and read rooms and their members.',
  'write:rooms': 'Create, edit, archive and unarchive rooms.',
  'delete:rooms': 'Delete rooms for good.',
  'write:members': 'Add and remove members of rooms.',
  'read:files': 'List and read the metadata of files.',
  'write:files': 'Request upload addresses and confirm uploads.',
  'download:files': 'Get download addresses and wrapped keys.',
  'delete:files': 'Delete files.',
  'read:shares': 'List and read share links.',
  'write:shares': 'Create and revoke share links.',
  'read:users': 'List and read users.',
  'write:users': 'Invite, deactivate and reactivate users, change roles.',
  'write:clearance': 'Set and clear clearances.',
  'read:org-units': 'List and read org units and their members.',
  'write:org-units': 'Create, edit and delete org units and their members.',
  'read:audit': 'Read audit events and destruction receipts.',
  'read:access': 'Ask why a user may or may not do something.',
  'read:tokens': 'List API tokens.',
  'write:tokens': 'Create and revoke API tokens.',
  'read:webhooks': 'List webhooks.',
  'write:webhooks': 'Make, change and delete webhooks, and send events to them again.',
  scim: 'Provision users and groups of a directory over SCIM; nothing else.',
} as const satisfies Record<string, string>;

export type Scope = keyof typeof SCOPES;

export const Scope: Value<Scope> = defineValue({
  name: 'Scope',
  description: 'A scope of an API token.',
  schema: { type: 'string', enum: Object.keys(SCOPES) },
  refusal: 'INVALID_SCOPE',
  rule: 'one_of',
  check: (input) =>
    typeof input !== 'string'
      ? { message: 'must hold strings only', code: 'VALIDATION_ERROR' }
      : Object.hasOwn(SCOPES, input)
        ? undefined
        : 'must hold known scopes only',
});

/** The rights of a credential: every right of its user (null), or the intersection with these scopes. */
export type Grant = readonly Scope[] | null;

export const grants = (grant: Grant, scope: Scope): boolean => grant === null || grant.includes(scope);
