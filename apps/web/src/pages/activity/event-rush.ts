import type { AuditEvent } from '@strongroom/client';

/** Different files within this time that are one deed, such as a zip, whatever their folders are. */
const FILES = 5;
const WITHIN_MS = 60_000;

const OF_RUSH: ReadonlySet<string> = new Set(['file.downloaded', 'file.key_granted']);

/** Openings of many files by one person in one room within a minute. Events come newest first. */
export function amongMany(events: readonly AuditEvent[]): ReadonlySet<AuditEvent> {
  const found = new Set<AuditEvent>();
  const windows = new Map<string, AuditEvent[]>();
  for (const event of events) {
    if (!OF_RUSH.has(event.type)) continue;
    const place = `${event.type} ${event.actor.id} ${event.target.room_id}`;
    const at = Date.parse(event.occurred_at);
    const near = [
      ...(windows.get(place) ?? []).filter(({ occurred_at: later }) => Date.parse(later) - at < WITHIN_MS),
      event,
    ];
    windows.set(place, near);
    if (new Set(near.map(({ target }) => target.id)).size >= FILES) for (const one of near) found.add(one);
  }
  return found;
}
