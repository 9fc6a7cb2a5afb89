import {
  type AnyLink,
  type AvailableFile,
  allows,
  type Ending,
  type File,
  type Instant,
  isLive,
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
import { endingsSeen, type SeenEnding } from './room-endings.ts';
import { numberReceived } from './room-inbox.ts';

type RoomNewsDeps = Pick<Deps, 'documents' | 'labelRules' | 'clock'>;

/** News of one room as one reader may see them now, each thing once. */
export type RoomNews = Readonly<{
  room: LiveRoom;
  isAdded: boolean;
  isArchived: boolean;
  newFiles: readonly AvailableFile[];
  replacedFiles: readonly AvailableFile[];
  usedLinks: readonly Readonly<{ link: AnyLink; uses: number }>[];
  /** Number of files that came into the inbox and wait there. */
  received: number;
  endings: readonly SeenEnding[];
}>;

const IN_ONE_READ = 200;

/** News of a room: what the log says, and what ends. */
type Given = Readonly<{ roomId: RoomId; events: readonly NewsEvent[]; endings: readonly Ending[] }>;

/**
 * The part of these news that the reader may see now; undefined for nothing. `left`: the room is hidden from the reader, whose
 * membership ended.
 */
export async function roomNewsFor(
  deps: RoomNewsDeps,
  reader: User,
  { roomId, events, endings }: Given,
): Promise<RoomNews | 'left' | undefined> {
  const [place, how] = await deps.documents.read([
    refTo(rooms, roomId),
    refTo(memberships, membershipId(roomId, reader.id)),
  ]);
  const room = place && stateOf(rooms, place);
  const { labelRules } = deps;
  const subject = subjectOf(labelRules, reader, null, deps.clock.now());
  const membership = how && stateOf(memberships, how);
  const byOthers = events.filter(({ actorId }) => actorId !== reader.id);
  if (!isLive(membership, reader, deps.clock.now()))
    return isOutNow(reader, byOthers, endings, deps.clock.now()) ? 'left' : undefined;
  const at = { subject, labelRules, room, membership };
  if (!isThere(room) || !allows('file.list', at)) return undefined;
  const seen = (file: File | undefined): file is AvailableFile =>
    file?.status === 'available' && allows('file.see', { ...at, file });
  const isSeenLink = (link: AnyLink, file: File | undefined): boolean =>
    link.createdBy === reader.id && (isPackage(link) ? allows('package.see', { ...at, package: link }) : seen(file));
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
    usedLinks: await linksUsed(deps, byOthers, isSeenLink),
    received: await numberReceived(deps, { ...at, room }, byOthers),
    endings: await endingsSeen(deps, { ...at, room, reader, membership, isSeenLink }, endings),
  };
  const { isAdded, isArchived, usedLinks, received } = news;
  const isEmpty =
    !isAdded && !isArchived && received === 0 && [shown, usedLinks, news.endings].every(({ length }) => length === 0);
  return isEmpty ? undefined : news;
}

const isOutNow = ({ id }: User, events: readonly NewsEvent[], endings: readonly Ending[], now: Instant): boolean =>
  events.some((event) => event.kind === 'left' && event.userId === id) ||
  endings.some(({ kind, endsAt }) => kind === 'membership' && endsAt <= now);

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
