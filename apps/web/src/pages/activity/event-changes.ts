import type { AuditEvent } from '@strongroom/client';
import { formatDate } from '../../base/format.ts';

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
};

/** Beginnings with a role. */
const WITH_ROLE: ReadonlySet<string> = new Set(['member.added', 'invitation.created']);

/** The values that an event changed, or the role with which it began something: for the end of a sentence, or empty. */
export function changeOf({ type, data }: Pick<AuditEvent, 'data'> & Readonly<{ type: string }>): string {
  const words = VALUES[type];
  if (words !== undefined && 'from' in data && 'to' in data)
    return `from ${words(data['from'])} to ${words(data['to'])}`;
  if (!WITH_ROLE.has(type) || typeof data['role'] !== 'string') return '';
  const until = typeof data['expires_at'] === 'string' ? ` until ${formatDate(data['expires_at'])}` : '';
  return `as ${role(data['role'])}${until}`;
}

/** The change of several events, where it is the same for all. */
export function changeOfAll(events: readonly AuditEvent[]): string {
  const [change = '', ...others] = new Set(events.map(changeOf));
  return others.length > 0 ? '' : change;
}
