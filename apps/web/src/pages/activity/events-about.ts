import type { AuditEvent } from '@strongroom/client';

/** Events of a file, and of the links to it, of which only some name it. */
export function eventsAbout(events: readonly AuditEvent[], fileId: string): readonly AuditEvent[] {
  const named = events.filter(({ target, data }) => target.id === fileId || data['file_id'] === fileId);
  const ids = new Set([fileId, ...named.map(({ target }) => target.id)]);
  return events.filter(({ target }) => target.id !== null && ids.has(target.id));
}
