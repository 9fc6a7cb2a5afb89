import type { AuditEvent } from '@strongroom/client';
import type { SentenceNames } from './sentence-parts.ts';

/** Changes of a folder that decide who sees the files in it. */
const OF_SIGHT: ReadonlySet<string> = new Set(['folder.access_set', 'folder.moved']);

/** Events of a file, of the links to it, of which only some name it, and of who sees the folders that it lies in now. */
export function eventsAbout(
  events: readonly AuditEvent[],
  fileId: string,
  names: SentenceNames,
): readonly AuditEvent[] {
  const named = events.filter(({ target, data }) => target.id === fileId || data['file_id'] === fileId);
  const ids = new Set([fileId, ...named.map(({ target }) => target.id)]);
  const folder = names.get(fileId)?.folder ?? '';
  const isAbove = (id: string): boolean => {
    const path = names.get(id)?.name;
    return path !== undefined && `${folder}/`.startsWith(`${path}/`);
  };
  return events.filter(
    ({ type, target: { id } }) => id !== null && (ids.has(id) || (OF_SIGHT.has(type) && isAbove(id))),
  );
}
