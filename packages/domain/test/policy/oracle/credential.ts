import type { Answer, Asker, CommonWord } from './situation.ts';

/** Scope that each operation requires, as in docs/reference/permissions.md. */
const SCOPE_OF: Readonly<Record<string, string>> = {
  'room.list': 'read:rooms',
  'room.oversee': 'read:rooms',
  'room.create': 'write:rooms',
  'room.get': 'read:rooms',
  'room.edit': 'write:rooms',
  'room.archive': 'write:rooms',
  'room.unarchive': 'write:rooms',
  'room.export': 'download:files',
  'room.delete': 'delete:rooms',
  'room.members.list': 'read:rooms',
  'room.members.add': 'write:members',
  'room.invite': 'write:members',
  'room.members.remove': 'write:members',
  'file.list': 'read:files',
  'file.get': 'read:files',
  'file.upload': 'write:files',
  'file.confirm': 'write:files',
  'file.confirm_many': 'write:files',
  'file.download': 'download:files',
  'file.download_many': 'download:files',
  'file.key_grant': 'download:files',
  'file.key_renew': 'write:files',
  'file.upload_parts': 'write:files',
  'file.edit': 'write:files',
  'file.delete': 'delete:files',
  'file.delete_many': 'delete:files',
  'file.restore': 'write:files',
  'folder.get': 'read:files',
  'folder.create': 'write:files',
  'folder.edit': 'write:files',
  'folder.delete': 'delete:files',
  'file.replace': 'write:files',
  'version.list': 'read:files',
  'version.download': 'download:files',
  'version.restore': 'write:files',
  'version.delete': 'delete:files',
  'bin.list': 'read:files',
  'bin.destroy': 'delete:files',
  'bin.empty': 'delete:files',
  'share.create': 'write:shares',
  'share.edit': 'write:shares',
  'share.list': 'read:shares',
  'room.shares.list': 'read:shares',
  'share.see': 'read:shares',
  'share.revoke': 'write:shares',
  'user.list': 'read:users',
  'user.list_all': 'read:users',
  'user.get': 'read:users',
  'user.edit': 'write:users',
  'user.invite': 'write:users',
  'user.role': 'write:users',
  'user.clearance': 'write:clearance',
  'user.deactivate': 'write:users',
  'user.reactivate': 'write:users',
  'token.list': 'read:tokens',
  'token.create': 'write:tokens',
  'token.revoke': 'write:tokens',
  'token.oversee': 'read:tokens',
  'user.activation_link': 'write:users',
  'user.uninvite': 'write:users',
  'user.key_person.unlink': 'write:users',
  'user.identity.unlink': 'write:users',
  'user.units': 'read:org-units',
  'org_unit.list': 'read:org-units',
  'org_unit.list_all': 'read:org-units',
  'org_unit.get': 'read:org-units',
  'org_unit.create': 'write:org-units',
  'org_unit.manage': 'write:org-units',
  'org_unit.members': 'write:org-units',
  'org_unit.members.remove': 'write:org-units',
  'audit.read': 'read:audit',
  'audit.room.read': 'read:audit',
  'webhook.list': 'read:webhooks',
  'webhook.manage': 'write:webhooks',
  'access.explain': 'read:access',
  'access.room.explain': 'read:access',
  'access.file.explain': 'read:access',
  'access.share.explain': 'read:access',
  'receipt.see': 'read:audit',
  'receipt.list': 'read:audit',
  'receipt.list_all': 'read:audit',
};

/** The scope that an operation requires; undefined if none. */
export const scopeOf = (action: string): string | undefined => SCOPE_OF[action];

/** Whether an external caller sees another user: "those whom they can see in a common room". */
export const meets = ({ clearance, common }: Readonly<{ clearance: number; common: CommonWord }>): boolean =>
  clearance >= 2 && (common === 'open' || common === 'closed and owned' || common === 'closed with an owner');

/** "401 token, … 403 scope" come before everything that depends on the subject. */
export function stoppedAtTheDoor(action: string, asker: Asker): Answer | undefined {
  if (asker.status !== 'active') return 'TOKEN_INVALID';
  const scope = scopeOf(action);
  if (scope === undefined || asker.scopes === 'unlimited') return undefined;
  return asker.scopes.includes(scope) ? undefined : 'INSUFFICIENT_SCOPE';
}
