import type { AuditEvent } from '@strongroom/client';

/** Events that are one deed to a person: the newest first. */
export type EventBurst = Readonly<{ key: string; events: readonly AuditEvent[] }>;
export type EventDay = Readonly<{ day: string; bursts: readonly EventBurst[] }>;

const TOGETHER_MS = 30 * 60_000;

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
]);

/** Deeds that tell something by the name of their file: without names one row for all files of a room. */
const OF_NAMED: ReadonlySet<string> = new Set(['file.downloaded', 'file.key_granted']);

/** A day where the reader is, as `2026-11-26`. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const sameDeed = ({ type, actor, target, data }: AuditEvent, areNamed: boolean): string =>
  // A refusal of another action is another deed.
  JSON.stringify([
    type,
    actor.id,
    data['action'],
    OF_MANY.has(type) || (!areNamed && OF_NAMED.has(type)) ? target.room_id : [target.id, data['user_id']],
  ]);

/**
 * Events, the newest first, by day and deed: what one person does to one thing within half an hour is one row. `areNamed`:
 * whether the reader is shown the names of files.
 */
export function daysOf(events: readonly AuditEvent[], areNamed = true): readonly EventDay[] {
  const added = new Set(events.filter(({ type }) => type === 'file.confirmed').map(({ target }) => target.id));
  const days: { day: string; bursts: { key: string; events: AuditEvent[] }[] }[] = [];
  for (const event of events) {
    // An upload that arrived is one deed.
    if (event.type === 'file.upload_requested' && added.has(event.target.id)) continue;
    const day = dayOf(event.occurred_at);
    if (days.at(-1)?.day !== day) days.push({ day, bursts: [] });
    const bursts = days.at(-1)?.bursts ?? [];
    const deed = sameDeed(event, areNamed);
    const known = bursts.findLast(({ key }) => key === deed);
    const last = known?.events.at(-1);
    if (known && last && Date.parse(last.occurred_at) - Date.parse(event.occurred_at) < TOGETHER_MS)
      known.events.push(event);
    else bursts.push({ key: deed, events: [event] });
  }
  return days.map(({ day, bursts }) => ({
    day,
    bursts: bursts.map(({ events: all }) => ({ key: all[0]?.id ?? '', events: all })),
  }));
}
