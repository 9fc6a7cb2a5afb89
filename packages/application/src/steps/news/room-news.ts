import {
  type AnyLink,
  type AvailableFile,
  allows,
  type File,
  isPackage,
  isThere,
  type LiveRoom,
  type RoomId,
  subjectOf,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import type { NewsEvent } from './news-events.ts';

type RoomNewsDeps = Pick<Deps, 'documents' | 'labelRules' | 'clock'>;

/** News of one room as one reader may see them now, each thing once. */
export type RoomNews = Readonly<{
  room: LiveRoom;
  isAdded: boolean;
  isArchived: boolean;
  newFiles: readonly AvailableFile[];
  replacedFiles: readonly AvailableFile[];
  usedLinks: readonly Readonly<{ link: AnyLink; uses: number }>[];
}>;

const IN_ONE_READ = 200;

/** The part of these events that the reader may see now; undefined for nothing. */
export async function roomNewsFor(
  deps: RoomNewsDeps,
  reader: User,
  roomId: RoomId,
  events: readonly NewsEvent[],
): Promise<RoomNews | undefined> {
  const [place, how] = await deps.documents.read([
    refTo(rooms, roomId),
    refTo(memberships, membershipId(roomId, reader.id)),
  ]);
  const room = place && stateOf(rooms, place);
  const { labelRules } = deps;
  const subject = subjectOf(labelRules, reader, null, deps.clock.now());
  const at = { subject, labelRules, room, membership: how && stateOf(memberships, how) };
  if (!isThere(room) || !allows('file.list', at)) return undefined;
  const byOthers = events.filter(({ actorId }) => actorId !== reader.id);
  const seen = (file: File | undefined): file is AvailableFile =>
    file?.status === 'available' && allows('file.see', { ...at, file });
  const kinds = kindsOfFiles(byOthers);
  const found = await filesOf(deps, [...kinds.keys()]);
  const shown = found.filter(seen);
  const news = {
    room,
    isAdded: byOthers.some(
      (event) => event.kind === 'added' && event.userId === reader.id && isActiveAt(reader, event),
    ),
    isArchived: room.status === 'archived' && byOthers.some(({ kind }) => kind === 'archived'),
    newFiles: shown.filter(({ id }) => kinds.get(id) === 'new'),
    replacedFiles: shown.filter(({ id }) => kinds.get(id) === 'replaced'),
    usedLinks: await linksUsed(
      deps,
      byOthers,
      (link, file) =>
        link.createdBy === reader.id &&
        (isPackage(link) ? allows('package.see', { ...at, package: link }) : seen(file)),
    ),
  };
  const isEmpty = !news.isAdded && !news.isArchived && shown.length === 0 && news.usedLinks.length === 0;
  return isEmpty ? undefined : news;
}

/** People who were invited learned of the room by their invitation. */
const isActiveAt = ({ activatedAt }: User, { occurredAt }: NewsEvent): boolean =>
  activatedAt !== null && activatedAt <= occurredAt;

/** A file that is new is no other news. */
function kindsOfFiles(events: readonly NewsEvent[]): ReadonlyMap<string, 'new' | 'replaced'> {
  const kinds = new Map<string, 'new' | 'replaced'>();
  for (const event of events) {
    if (event.kind !== 'new' && event.kind !== 'replaced') continue;
    if (kinds.get(event.fileId) !== 'new') kinds.set(event.fileId, event.kind);
  }
  return kinds;
}

/** In the order of the ids, without those that are gone. */
async function filesOf({ documents }: RoomNewsDeps, ids: readonly string[]): Promise<readonly File[]> {
  const found: File[] = [];
  for (let start = 0; start < ids.length; start += IN_ONE_READ) {
    const slice = ids.slice(start, start + IN_ONE_READ);
    for (const document of await documents.read(slice.map((id) => refTo(files, id))))
      if (document !== undefined) found.push(stateOf(files, document));
  }
  return found;
}

async function linksUsed(
  deps: RoomNewsDeps,
  events: readonly NewsEvent[],
  isSeen: (link: AnyLink, file: File | undefined) => boolean,
): Promise<RoomNews['usedLinks']> {
  const uses = new Map<string, Set<string>>();
  for (const event of events)
    if (event.kind === 'used') uses.set(event.linkId, (uses.get(event.linkId) ?? new Set()).add(event.use));
  const used: { link: AnyLink; uses: number }[] = [];
  for (const [id, times] of uses) {
    const [document] = await deps.documents.read([refTo(shareLinks, id)]);
    const link = document && stateOf(shareLinks, document);
    if (link === undefined) continue;
    const [file] = isPackage(link) ? [] : await filesOf(deps, [link.fileId]);
    if (isSeen(link, file)) used.push({ link, uses: times.size });
  }
  return used;
}
