import type { AuditEvent } from '@strongroom/client';
import { formatDate, formatEnd, plural } from '../../base/format.ts';

type Data = AuditEvent['data'];
type Group = Readonly<Record<string, string | number | boolean | null>>;

/** A group of the data of an event, such as the values before a change; none in events of older versions. */
export const groupOf = (data: Data, name: string): Group | undefined => {
  const value = data[name];
  return typeof value === 'object' && value !== null ? value : undefined;
};

const EDITS: ReadonlySet<string> = new Set([
  'room.edited',
  'group.edited',
  'org_unit.edited',
  'webhook.edited',
  'share.edited',
  'user.directory_changed',
]);

/** The data of several changes of one thing, the newest first, as of one change: as it is now, and as it was at first. */
export function dataOfAll(events: readonly Readonly<{ type: string; data: Data }>[]): Data | undefined {
  const [newest, ...others] = events;
  if (newest === undefined || others.length === 0 || !EDITS.has(newest.type)) return newest?.data;
  const groups = (name: string) => events.map(({ data }): Group => groupOf(data, name) ?? {});
  const joined: Record<string, Data[string]> = {};
  for (const { data } of events.toReversed()) Object.assign(joined, data);
  for (const [name, all] of [
    ['changed', groups('changed').toReversed()],
    ['before', groups('before')],
  ] as const)
    joined[name] = Object.fromEntries(all.flatMap((one) => Object.entries(one)));
  return joined;
}

type Words = (value: unknown) => string;
const oneOf =
  (words: Readonly<Record<string, string>>): Words =>
  (value) =>
    words[String(value)] ?? String(value);
const days: Words = (value) => (typeof value === 'number' && value > 0 ? plural(value, 'day') : 'none');
const number: Words = (value) => (typeof value === 'number' ? String(value) : 'no limit');
const end: Words = (value) => (typeof value === 'string' ? formatEnd(value) : 'no end');
const folderMakers = oneOf({ open: 'contributors too', owners: 'owners alone' });

/** The words of a text whose change the record names, without what was written. */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  external_id: 'the identifier in the directory',
  user_name: 'the name to sign in',
  email: 'the address',
  deleted: 'that it was deleted there',
  url: 'the address',
  types: 'the kinds of events',
  recipient: 'the recipient',
  message: 'the message',
};

/** Values whose change the record tells, with their words. */
const VALUES: Readonly<Record<string, readonly [name: string, words: Words]>> = {
  member_visibility: [
    'who sees the members',
    oneOf({ everyone: 'everyone', groups: 'owners and members of the same group', owners: 'owners' }),
  ],
  anonymous_links: ['whether links name their sender', oneOf({ true: 'no', false: 'yes' })],
  numbering: ['the index numbers', oneOf({ none: 'none', fixed: 'fixed ones' })],
  structure: ['who makes folders at the top', folderMakers],
  bin_days: ['the days in the bin', days],
  members_see_each_other: ['whether its members see each other', oneOf({ true: 'yes', false: 'no' })],
  expires_at: ['the end', end],
  max_downloads: ['the number of downloads', number],
};

/** Switches, which were the other way before. */
const SWITCHES: ReadonlySet<string> = new Set(['members_see_each_other']);

/** The fields that a change names, each with its values before and after where the record has them. */
export function fieldsOf(data: Data): string {
  const changed = groupOf(data, 'changed') ?? {};
  const before = groupOf(data, 'before') ?? {};
  const texts = Object.entries(TEXTS).flatMap(([field, words]) => (changed[field] === true ? [words] : []));
  const values = Object.entries(VALUES).flatMap(([field, [name, words]]) => {
    const now = changed[field] ?? data[field];
    if (!(field in changed) && !(field in data)) return [];
    if (field in before) return [`${name} (from ${words(before[field])} to ${words(now)})`];
    return [SWITCHES.has(field) ? `${name} (${words(now)})` : `${name} (now ${words(now)})`];
  });
  return listOf([...texts, ...values]);
}

export function listOf(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

const THINGS: Readonly<Record<string, string>> = {
  'room.edited': 'the room',
  'group.edited': 'a group',
  'org_unit.edited': 'an org unit',
  'webhook.edited': 'a webhook',
};

const STRUCTURES = new Map<unknown, string>([
  ['owners', 'let owners alone make folders in a folder'],
  ['open', 'let contributors make folders in a folder'],
]);

const WAYS = new Map<unknown, string>([
  ['passkey', 'a passkey'],
  ['totp', 'an authenticator app'],
]);

/** The end of a sentence about a change, with what it changed; none where the event does not have it. */
export function editWords({ type, data }: Readonly<{ type: string; data: Data }>): string | undefined {
  const thing = THINGS[type];
  if (thing !== undefined) {
    const fields = fieldsOf(data);
    return fields === '' ? undefined : `changed ${fields} of ${thing}`;
  }
  if (type === 'folder.edited') return STRUCTURES.get(data['structure']);
  const way = WAYS.get(data['way']);
  if (way !== undefined && type === 'user.second_factor_added') return `added ${way} as a second factor`;
  return way !== undefined && type === 'user.second_factor_removed' ? `removed ${way} as a second factor` : undefined;
}

/** The day of a file, which it may have none of. */
export const dayWords: Words = (value) => (typeof value === 'string' ? formatDate(value) : 'none');
