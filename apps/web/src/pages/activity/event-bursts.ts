import type { AuditEvent } from '@strongroom/client';
import { USES } from './event-actor.ts';
import { isToShare } from './event-keys.ts';
import { amongMany } from './event-rush.ts';
import { type GrowingBurst, linksInWork } from './keys-of-links.ts';
import type { SentenceNames } from './sentence-parts.ts';

/**
 * Events that are one deed to a person: the newest first. `keys`: of a new link, the releases of the keys that it needed.
 * `mayGoOn`: older ones that are not loaded may belong to it.
 */
export type EventBurst = Readonly<{
  key: string;
  events: readonly AuditEvent[];
  keys: readonly AuditEvent[];
  mayGoOn: boolean;
}>;
export type EventDay = Readonly<{ day: string; bursts: readonly EventBurst[] }>;

/** Between two events of a burst, and between its first and its last. */
const REST_MS = 30 * 60_000;
const SPAN_MS = 60 * 60_000;

/** Deeds that are done to many things at once: one row for all of them. */
const OF_MANY: ReadonlySet<string> = new Set([
  'file.confirmed',
  'file.upload_requested',
  'file.deleted',
  'file.replaced',
  'file.restored',
  'file.destroyed',
  'file.moved',
  'file.relabelled',
  'file.abandoned',
  'member.added',
  'invitation.created',
  'inbox.received',
  'inbox.accepted',
  'inbox.refused',
]);

/** Changes that are a row each: what held between two of them matters. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['folder.access_set', 'folder.moved']);

/** Fields that name the thing of a deed where its target is the room. */
const THINGS = ['user_id', 'group_id', 'webhook_id'] as const;

/** Deeds of a person that have no thing worth a name. */
const OF_ACTOR: ReadonlySet<string> = new Set(['session.started', 'session.ended']);

/** Deeds that tell something by the name of their file: in a list of all rooms one row for all files of a room. */
const OF_NAMED: ReadonlySet<string> = new Set(['file.downloaded', 'file.key_granted']);

/** Beginnings that are one deed with their end. */
const ENDS: Readonly<Record<string, string>> = {
  'file.upload_requested': 'file.confirmed',
  'upload_request.created': 'upload_request.opened',
};

/** A day where the reader is, as `2026-11-26`. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * `isAll`: whether there are no older events. `oldest`: the oldest event that was read, also where it is not listed. `isOfAllRooms`: whether events of several rooms are listed.
 * `me`: the reader.
 */
type Listed = Readonly<{
  names: SentenceNames;
  isAll: boolean;
  oldest?: AuditEvent | undefined;
  isOfAllRooms?: boolean;
  me?: string | undefined;
}>;

/** Events of one deed have one key: a kind, an actor, and a thing, or the folder of many. */
function deedOf(event: AuditEvent, { names, isOfAllRooms = false, me }: Listed, rush: ReadonlySet<AuditEvent>): string {
  const { type, actor, target, data } = event;
  if (rush.has(event)) return JSON.stringify([type, actor.id, 'many', target.room_id]);
  // A link is made to files of several folders.
  if (isToShare(event)) return JSON.stringify([type, actor.id, 'to share', target.room_id]);
  // A use of a link releases keys first, and contents after it.
  if (USES.has(type) && actor.type === 'share') return JSON.stringify(['use', actor.id, target.room_id]);
  if (ONE_BY_ONE.has(type)) return event.id;
  if (OF_ACTOR.has(type)) return JSON.stringify([type, actor.id]);
  // Readers know what they looked up: all of it in a room is one row.
  if (type === 'access.explained' && actor.id === me) return JSON.stringify([type, actor.id, target.room_id]);
  // Things that are hidden from the reader, or are not there, are one to them.
  if (type === 'access.denied' && !names.has(target.id ?? '')) {
    const room = target.type === 'room' ? null : target.room_id;
    return JSON.stringify([type, actor.id, data['action'], event.rule, room]);
  }
  const isOfMany = OF_MANY.has(type) || (isOfAllRooms && OF_NAMED.has(type));
  const place = target.type !== 'file' ? target.id : isOfAllRooms ? null : names.get(target.id ?? '')?.folder;
  // A refusal of another action is another deed. Looking up rights asks about several at once.
  return JSON.stringify([
    type,
    actor.id,
    type === 'access.explained' ? null : data['action'],
    ...(isOfMany ? [target.room_id, place] : [target.id, ...THINGS.map((name) => data[name])]),
  ]);
}

/** Whether an event of this time can be a part of a burst that has these events. */
function isNear(burst: readonly AuditEvent[], instant: string): boolean {
  const at = Date.parse(instant);
  const [first, last] = [burst[0], burst.at(-1)].map((event) => Date.parse(event?.occurred_at ?? ''));
  return (last ?? 0) - at <= REST_MS && (first ?? 0) - at <= SPAN_MS;
}

/** Events, the newest first, by day and deed: what one actor does to one thing, or in one folder, within an hour is one row. */
export function daysOf(events: readonly AuditEvent[], listed: Listed): readonly EventDay[] {
  const done = new Set(events.map(({ type, target }) => `${type} ${target.id}`));
  const days: { day: string; bursts: GrowingBurst[] }[] = [];
  const links = linksInWork(isNear);
  const rush = amongMany(events);
  for (const event of events) {
    const end = ENDS[event.type];
    if (end !== undefined && done.has(`${end} ${event.target.id}`)) continue;
    if (isToShare(event) && links.take(event)) continue;
    const day = dayOf(event.occurred_at);
    if (days.at(-1)?.day !== day) days.push({ day, bursts: [] });
    const bursts = days.at(-1)?.bursts ?? [];
    const deed = deedOf(event, listed, rush);
    const known = bursts.findLast(({ key }) => key === deed);
    if (known !== undefined && isNear(known.events, event.occurred_at)) known.events.push(event);
    else {
      const burst = { key: deed, events: [event], keys: [] };
      bursts.push(burst);
      links.note(burst);
    }
  }
  const oldest = listed.isAll ? undefined : (listed.oldest ?? events.at(-1));
  return days.map(({ day, bursts }) => ({
    day,
    bursts: bursts.map(({ events: all, keys }) => ({
      key: all[0]?.id ?? '',
      events: all,
      keys,
      mayGoOn:
        oldest !== undefined && dayOf(oldest.occurred_at) === day && isNear([...all, ...keys], oldest.occurred_at),
    })),
  }));
}

/** Days up to the first deed of which older events may be missing. */
export function wholeDays(days: readonly EventDay[]): readonly EventDay[] {
  const found: EventDay[] = [];
  for (const { day, bursts } of days) {
    const open = bursts.findIndex(({ mayGoOn }) => mayGoOn);
    if (open === -1) found.push({ day, bursts });
    else return open === 0 ? found : [...found, { day, bursts: bursts.slice(0, open) }];
  }
  return found;
}

export const countBursts = (days: readonly EventDay[]): number =>
  days.reduce((sum, { bursts }) => sum + bursts.length, 0);
