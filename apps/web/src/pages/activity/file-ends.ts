import type { AuditEvent } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../base/service.ts';
import { endsOfFiles, type FileEnd } from './ended-files.ts';
import type { SentenceNames } from './sentence-parts.ts';

const ENDS = ['file.destroyed', 'file.deleted'] as const;

/** Files that events are about. */
export const filesOfEvents = (events: readonly AuditEvent[]): readonly string[] =>
  events.flatMap(({ target: { type, id } }) => (type === 'file' && id !== null ? [id] : []));

/** Ends of files of a room: from its events, and where a file has neither name nor end there, from the newest ends of the room. */
export function useFileEnds(
  roomId: string | undefined,
  { files, events, names }: Readonly<{ files: readonly string[]; events: readonly AuditEvent[]; names: SentenceNames }>,
): ReadonlyMap<string, FileEnd> {
  const own = endsOfFiles(events);
  const isNeeded = files.some((id) => !names.has(id) && !own.has(id));
  const found = useQuery({
    queryKey: ['file-ends', roomId],
    queryFn: async () => {
      const pages = ENDS.map((type) => service.audit.events({ room_id: roomId, type, per_page: 100 }).page());
      return (await Promise.all(pages)).flatMap(({ data }) => data);
    },
    enabled: roomId !== undefined && isNeeded,
    staleTime: 60_000,
  });
  return new Map([...endsOfFiles(found.data ?? []), ...own]);
}
