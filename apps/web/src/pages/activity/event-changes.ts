import type { AuditEvent } from '@strongroom/client';
import { formatDate } from '../../base/format.ts';
import { dataOfAll, dayWords, fieldsOf } from './event-fields.ts';
import { WIDENED } from './event-folders.ts';

/** Words for the values of a change. */
type Words = (value: unknown) => string;

const role: Words = (value) => String(value).replace('_admin', ' administrator').replaceAll('_', ' ');
const label: Words = (value) => (typeof value === 'string' ? value : 'that of their role');
const end: Words = (value) => (typeof value === 'string' ? formatDate(value) : 'no end');

/** Changes from one value to another. */
const VALUES: Readonly<Record<string, Words>> = {
  'file.relabelled': label,
  'user.clearance_changed': label,
  'user.role_changed': role,
  'member.role_changed': role,
  'member.end_changed': end,
  'org_unit.member_role_changed': role,
  'file.redated': dayWords,
};

/** Beginnings with a role. */
const WITH_ROLE: ReadonlySet<string> = new Set(['member.added', 'invitation.created', 'org_unit.member_added']);

/** Changes whose fields follow a colon. */
const FIELDS: ReadonlySet<string> = new Set(['share.edited', 'user.directory_changed']);

/** The change of a version, a side or a place, in its own words. */
function ownWords(type: string, data: AuditEvent['data']): string {
  const { version, from, external, widened } = data;
  if (type === 'file.version_restored' && typeof version === 'number' && typeof from === 'number')
    return `(version ${version} in place of version ${from})`;
  if (type === 'file.replaced' && typeof version === 'number') return `by version ${version}`;
  if (type === 'file.version_deleted' && typeof version === 'number') return `(version ${version})`;
  if (type === 'file.moved' && widened === true) return WIDENED;
  if (type === 'user.external_changed') return external === true ? 'an outside party' : 'a colleague';
  if (type === 'member.removed' && typeof data['role'] === 'string') return `(${role(data['role'])})`;
  return '';
}

/** The values that an event changed, or the role with which it began something: for the end of a sentence, or empty. */
export function changeOf({ type, data }: Pick<AuditEvent, 'data'> & Readonly<{ type: string }>): string {
  const words = VALUES[type];
  if (words !== undefined && 'from' in data && 'to' in data)
    return `from ${words(data['from'])} to ${words(data['to'])}`;
  if (FIELDS.has(type)) {
    const fields = fieldsOf(data);
    return fields === '' ? '' : `: ${fields}`;
  }
  const own = ownWords(type, data);
  if (own !== '') return own;
  if (!WITH_ROLE.has(type) || typeof data['role'] !== 'string') return '';
  const until = typeof data['expires_at'] === 'string' ? ` until ${formatDate(data['expires_at'])}` : '';
  return `as ${role(data['role'])}${until}`;
}

/** The change of several events, where it is the same for all. */
export function changeOfAll(events: readonly AuditEvent[]): string {
  const [newest] = events;
  if (newest !== undefined && FIELDS.has(newest.type))
    return changeOf({ type: newest.type, data: dataOfAll(events) ?? {} });
  const [change = '', ...others] = new Set(events.map(changeOf));
  return others.length > 0 ? '' : change;
}
