import {
  contentOfShare,
  type Folder,
  type Room,
  type File as RoomFile,
  type Share,
  type UploadRequest,
} from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import type { LinkNames } from '../../activity/event-actor.ts';
import type { FoundNames, SentenceName } from '../../activity/sentence-parts.ts';
import { WHOLE_ROOM } from '../base/listing.ts';
import { useFile, useFiles, useFolders } from '../base/room-files.ts';
import { useGroups } from '../base/use-groups.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { requestName, requestsQuery } from '../requests/requests-data.ts';

/** The newest files, whose names the activity shows: those of most rooms are all of them. */
const NAMED = 5000;

/** Of links, and of files in the bin and the inbox, the newest. */
export const FIRST = { per_page: 100 } as const;

function useFirst<T>(
  queryKey: readonly string[],
  enabled: boolean,
  read: () => Promise<Readonly<{ data: readonly T[] }>>,
): readonly T[] {
  return useQuery({ queryKey, queryFn: async () => (await read()).data, enabled, staleTime: 30_000 }).data ?? [];
}

type Named = Readonly<{ id: string; name: string }>;
type NamedFile = Pick<RoomFile, 'id' | 'name' | 'folder'>;

/** Things of a room that the reader may list. */
type NamedThings = Readonly<{
  files: readonly NamedFile[];
  folders: readonly Pick<Folder, 'id' | 'path' | 'access'>[];
  groups: readonly Named[];
  bin: readonly NamedFile[];
  /** Of the inbox. */
  items: readonly Named[];
  requests: readonly UploadRequest[];
  shares: readonly Share[];
}>;

/** Names by id: the log itself holds ids only. */
export function namesOf(
  room: Pick<Room, 'id' | 'name'>,
  { files, folders, groups, bin, items, requests, shares }: NamedThings,
): FoundNames {
  const names = new Map<string, SentenceName>();
  for (const { id, name } of [...groups, ...items]) names.set(id, { name });
  for (const { id, path, access } of folders) {
    const to = `/rooms/${room.id}?folder=${encodeURIComponent(path)}`;
    const seers = access?.groups?.map(({ group_id: group }) => group) ?? [];
    if (id !== null) names.set(id, { name: path, to, groups: seers });
  }
  for (const { id, name, folder } of bin) names.set(id, { name, folder });
  for (const { id, name, folder } of files) names.set(id, { name, folder, to: `/rooms/${room.id}?file=${id}` });
  names.set(room.id, { name: room.name });
  const links: LinkNames = new Map([
    ...shares.map((share) => {
      const { id, name, recipient, created_by: maker, file_id: fileId, file_count: count } = share;
      const to = fileId === null ? { files: count, content: contentOfShare(share) } : { fileId };
      return [id, { name: recipient ?? name, maker, ...to }] as const;
    }),
    ...requests.map((one) => [one.id, { name: requestName(one) ?? null, maker: one.created_by }] as const),
  ]);
  return { names, links };
}

/** A file or a folder of a room. A folder has its own path as `folder`. */
export type RoomThing = Pick<RoomFile, 'id' | 'name' | 'folder' | 'classification'> & Readonly<{ isFolder: boolean }>;

/**
 * `files`: all files of the room, once they are read and where the reader may list them. `asked`: the file or folder of `about`, as far
 * as the reader sees it.
 */
type RoomNames = FoundNames & Readonly<{ files: readonly string[] | undefined; asked: RoomThing | undefined }>;

/** Names of what lies in a room, its bin and its inbox, as far as the reader may list them. */
export function useRoomNames(room: Room, about: string | undefined): RoomNames {
  const { data } = useFiles(room.id, WHOLE_ROOM, () => NAMED, may(room, 'file.list'));
  const folders = useFolders(room.id, MAX_FOLDERS, may(room, 'file.list')).data?.items ?? [];
  const groups = useGroups(room.id, may(room, 'group.list')).data ?? [];
  const bin = useFirst(['bin-names', room.id], may(room, 'bin.list'), () => service.bin.list(room.id, FIRST).page());
  const items = useFirst(['inbox-names', room.id], may(room, 'inbox.list'), () =>
    service.inbox.list(room.id, FIRST).page(),
  );
  const requests = useQuery({ ...requestsQuery(room.id), enabled: may(room, 'upload_request.list') }).data ?? [];
  const shares = useFirst(['link-names', room.id], may(room, 'room.shares.list'), () =>
    service.shares.listOfRoom(room.id, { ...FIRST, kind: 'all' }).page(),
  );
  const files = data?.items ?? [];
  // A file that was deleted has no name any more, and asking for it would be a refused attempt in this very log.
  const isOld = data !== undefined && data.cursor !== null && !files.some(({ id }) => id === about);
  const folder = folders.find(({ id }) => id === about);
  const named = useFile(room.id, isOld && folder === undefined ? about : undefined).data;
  const all = data?.cursor === null ? files.map(({ id }) => id) : undefined;
  const found = namesOf(room, {
    files: named === undefined ? files : [...files, named],
    folders,
    groups,
    bin,
    items,
    requests,
    shares,
  });
  const file = named ?? files.find(({ id }) => id === about);
  const asked: RoomThing | undefined =
    folder !== undefined && folder.id !== null
      ? { id: folder.id, name: folder.name, folder: folder.path, classification: room.classification, isFolder: true }
      : file && { ...file, isFolder: false };
  return { ...found, files: all, asked };
}
