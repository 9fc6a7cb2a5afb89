import type { Member, Room } from '@strongroom/client';
import type { Column } from '@strongroom/command-line';

export const ROOM_COLUMNS: readonly Column<Room>[] = [
  ['id', ({ id }) => id, 'id'],
  ['name', ({ name }) => name],
  ['label', ({ classification }) => classification],
  ['role', ({ my_role: role }) => role ?? 'overseer'],
  ['files', ({ file_count: files }) => files],
  ['members', ({ member_count: members }) => members],
  ['status', ({ status }) => status],
];

/** With `--recent`: when the newest file came. */
export const RECENT_COLUMNS: readonly Column<Room>[] = [
  ...ROOM_COLUMNS,
  ['last file', ({ last_activity_at: at }) => at, 'moment'],
];

export const ROOM_DETAILS: readonly Column<Room>[] = [
  ...ROOM_COLUMNS,
  ['links', ({ anonymous_links: anonymous }) => (anonymous ? 'anonymous' : 'named')],
  ['description', ({ description }) => description],
  ['numbers', ({ numbering }) => numbering],
  ['bin days', ({ bin_days: days }) => days],
  ['org unit', ({ org_unit_id: unit }) => unit],
  ['made', ({ created_at: at }) => at, 'moment'],
  ['favourite', ({ favourite }) => (favourite ? 'yes' : 'no')],
  ['archived', ({ archived_at: at }) => at, 'moment'],
];

export const MEMBER_COLUMNS: readonly Column<Member>[] = [
  ['user', ({ user_id: user }) => user, 'id'],
  ['name', ({ name }) => name],
  ['role', ({ role }) => role],
  ['access', ({ effective_access: access }) => access],
  ['since', ({ created_at: at }) => at, 'moment'],
  ['until', ({ expires_at: at, expired }) => (expired ? 'expired' : at), 'moment'],
];
