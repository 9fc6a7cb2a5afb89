import type { AuditEvent } from '@strongroom/client';
import type { SentenceNames } from './sentence-parts.ts';

/** The end of a file, after which the service knows no name of it. */
export type FileEnd = Readonly<{ how: 'deleted' | 'destroyed'; at: string }>;

/** Ends of files by id, of events the newest of which is the first. */
export function endsOfFiles(events: readonly AuditEvent[]): ReadonlyMap<string, FileEnd> {
  const ends = new Map<string, FileEnd>();
  for (const { type, target, data, occurred_at: at } of events) {
    if (target.id === null || ends.has(target.id)) continue;
    const isInBin = type === 'file.deleted' && data['restorable'] === true;
    if (type === 'file.destroyed' || (type === 'file.deleted' && !isInBin))
      ends.set(target.id, { how: 'destroyed', at });
    else if (isInBin) ends.set(target.id, { how: 'deleted', at });
  }
  return ends;
}

/** Names with those of items of the inbox that became files. */
export function namesWithItems(names: SentenceNames, events: readonly AuditEvent[]): SentenceNames {
  const all = new Map(names);
  for (const { type, data } of events) {
    const { item_id: item, file_id: file } = data;
    const known = typeof file === 'string' ? names.get(file) : undefined;
    if (type === 'inbox.accepted' && typeof item === 'string' && known !== undefined) all.set(item, known);
  }
  return all;
}
