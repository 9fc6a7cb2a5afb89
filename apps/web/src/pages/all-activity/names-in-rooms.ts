import type { AuditEvent, Room, File as RoomFile } from '@strongroom/client';
import { may } from '../../base/may.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { endsOfFiles } from '../activity/ended-files.ts';
import type { FoundNames } from '../activity/sentence-parts.ts';
import { WHOLE_ROOM } from '../room/base/listing.ts';
import { filesOf, foldersOf, roomQuery } from '../room/base/room-files.ts';
import { FIRST, namesOf } from '../room/names/activity-names.ts';
import { requestsQuery } from '../room/requests/requests-data.ts';
import { type NeededNames, neededNames } from './needed-names.ts';

/** Rooms that are read at the same time. */
const AT_ONCE = 4;
const FRESH_MS = 30_000;
/** The newest files of one room, among which the needed ones are looked for. */
const LOOKED_THROUGH = 1000;
const NONE: readonly never[] = [];

/** Names that events of several rooms need, of those rooms that the reader is in: a look into another one is recorded. */
export async function namesInRooms(events: readonly AuditEvent[], rooms: readonly Room[]): Promise<FoundNames> {
  const inRooms = new Set(rooms.map(({ id }) => id));
  const ended = new Set([...endsOfFiles(events)].flatMap(([id, { how }]) => (how === 'destroyed' ? [id] : [])));
  const waiting = [...neededNames(events, ended)].filter(([roomId]) => inRooms.has(roomId));
  const found: FoundNames[] = [];
  const readRooms = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [roomId, needed] = next;
      const names = await queries
        .fetchQuery({
          queryKey: ['names-in-room', roomId, ...Object.values(needed).map((ids) => [...ids].toSorted())],
          queryFn: () => namesInRoom(roomId, needed),
          staleTime: FRESH_MS,
        })
        // The events are true without names: a room may have gone, or a limit may be reached.
        .catch(() => undefined);
      if (names !== undefined) found.push(names);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readRooms));
  return {
    names: new Map(found.flatMap(({ names }) => [...names])),
    links: new Map(found.flatMap(({ links }) => [...links])),
  };
}

type Pages<T> = Readonly<{ page: () => Promise<Readonly<{ data: readonly T[] }>> }>;
const dataOf = async <T>(list: Pages<T>): Promise<readonly T[]> => (await list.page()).data;

async function namesInRoom(roomId: string, { files, links, things }: NeededNames): Promise<FoundNames> {
  const room = await queries.fetchQuery({ ...roomQuery(roomId), staleTime: FRESH_MS });
  const mayList = may(room, 'file.list');
  const { signal } = new AbortController();
  const readIf = async <T>(isNeeded: boolean, read: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    isNeeded ? read() : NONE;
  const [shares, folders, groups, bin, items, requests] = await Promise.all([
    readIf(links.size > 0 && may(room, 'room.shares.list'), () =>
      dataOf(service.shares.listOfRoom(roomId, { ...FIRST, kind: 'all' })),
    ),
    readIf(things.has('folder') && mayList, async () => (await foldersOf(roomId).read(undefined, signal)).items),
    readIf(things.has('group') && may(room, 'group.list'), () => dataOf(service.groups.list(roomId, FIRST))),
    readIf(things.has('bin') && may(room, 'bin.list'), () => dataOf(service.bin.list(roomId, FIRST))),
    readIf(things.has('item') && may(room, 'inbox.list'), () => dataOf(service.inbox.list(roomId, FIRST))),
    readIf(things.has('request') && may(room, 'upload_request.list'), () => queries.fetchQuery(requestsQuery(roomId))),
  ]);
  const shared = shares.flatMap(({ id, file_id: fileId }) => (links.has(id) && fileId !== null ? [fileId] : []));
  const wanted = new Set([...files, ...shared]);
  for (const { id } of bin) wanted.delete(id);
  const named = mayList ? await filesWith(roomId, wanted) : NONE;
  return namesOf(room, { files: named, shares, folders, groups, bin, items, requests });
}

/** Files of a room by id, the newest of it, until all are found. */
async function filesWith(roomId: string, wanted: ReadonlySet<string>): Promise<readonly RoomFile[]> {
  const source = filesOf(roomId, { ...WHOLE_ROOM, sort: '-date' });
  const { signal } = new AbortController();
  const found: RoomFile[] = [];
  let cursor: string | undefined;
  for (let read = 0; found.length < wanted.size && read < LOOKED_THROUGH; ) {
    const page = await source.read(cursor, signal);
    read += page.items.length;
    found.push(...page.items.filter(({ id }) => wanted.has(id)));
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  return found;
}
