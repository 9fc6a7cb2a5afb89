import type { CreateTokenBody } from '@strongroom/client';

export type Scope = NonNullable<CreateTokenBody['scopes']>[number];

/** Rights of a token, by subject. */
export const SCOPES: Readonly<Record<string, Readonly<Partial<Record<Scope, string>>>>> = {
  Rooms: {
    'read:rooms': 'List rooms and their members',
    'write:rooms': 'Make, edit, archive rooms',
    'delete:rooms': 'Destroy rooms for good',
    'write:members': 'Add and remove members',
  },
  Files: {
    'read:files': 'List files',
    'write:files': 'Add files',
    'download:files': 'Download files, with their keys',
    'delete:files': 'Delete files',
  },
  Links: { 'read:shares': 'List links', 'write:shares': 'Make and revoke links' },
  People: {
    'read:users': 'List people',
    'write:users': 'Invite and deactivate people, change roles',
    'write:clearance': 'Change clearances',
    'read:org-units': 'List org units',
    'write:org-units': 'Change org units',
    scim: 'Keep people and org units as in a directory, over SCIM',
  },
  Oversight: {
    'read:audit': 'Read the activity log and receipts',
    'read:access': 'Ask why a person may or may not do something',
  },
  Webhooks: {
    'read:webhooks': 'List webhooks',
    'write:webhooks': 'Make and change webhooks, send events again',
  },
  Tokens: { 'read:tokens': 'List API tokens', 'write:tokens': 'Make and revoke API tokens' },
};

export const isScope = (text: string): text is Scope => Object.values(SCOPES).some((group) => text in group);

const MAX_NAMED = 2;

/** Rights in words: the first ones, and the number of the others. */
export function scopeWords(scopes: readonly string[]): string {
  const words = Object.values(SCOPES)
    .flatMap((group) => Object.entries(group))
    .filter(([scope]) => scopes.includes(scope))
    .map(([, text]) => text);
  const left = scopes.length - Math.min(words.length, MAX_NAMED);
  return [...words.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
