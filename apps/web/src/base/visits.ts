import { idsOfPerson } from './ids-of-person.ts';

/**
 * A visit to a room: a number of files, no names. `since`: the end of the visit before, from which things count as new; that of a
 * visit with another browser is not known.
 */
export type RoomVisit = Readonly<{ files: number; at: number; since?: number | undefined }>;

type Counted = Readonly<{
  id: string;
  file_count: number;
  /** The last visit that the service knows, of any browser of the person. */
  seen_file_count: number | null;
  seen_at: string | null;
}>;

const PREFIX = 'visit:';
const NOTED = 'strongroom:visit';
/** A visit ends when the room was not read for so long: a look a minute later belongs to it. */
const VISIT_ENDS_MS = 30 * 60_000;

/** The last visit with this browser. Sign-out removes it. */
export function visitHere(roomId: string): RoomVisit | undefined {
  const [files, at, since] = (localStorage.getItem(PREFIX + roomId) ?? '').split(' ').map(Number);
  return files === undefined || at === undefined || !Number.isFinite(files + at) ? undefined : { files, at, since };
}

/** The last visit of the person: with this browser, which knows it at once, or with another one. */
export function visitOf({ id, seen_file_count: files, seen_at: seen }: Counted): RoomVisit | undefined {
  const here = visitHere(id);
  if (files === null || seen === null) return here;
  const at = Date.parse(seen);
  if (here === undefined) return { files, at };
  // The service notes the look that this browser has noted, a moment later.
  return here.at > at ? here : { files, at, since: at - here.at < VISIT_ENDS_MS ? here.since : undefined };
}

/** The moment from which things in a room are new, in milliseconds: the end of the visit before one that lasts, or of the last one. */
export function newSince(room: Counted, now = Date.now()): number | undefined {
  const visit = visitOf(room);
  return visit?.since !== undefined && now - visit.at < VISIT_ENDS_MS ? visit.since : visit?.at;
}

/** A visit after a look at a room. `isAllSeen`: nothing is new from then on, even while the visit lasts. `now`: milliseconds. */
export function visitAfter(
  before: RoomVisit | undefined,
  { files, now, isAllSeen = false }: Readonly<{ files: number; now: number; isAllSeen?: boolean }>,
): Required<RoomVisit> {
  if (isAllSeen || before === undefined) return { files, at: now, since: now };
  const lasts = now - before.at < VISIT_ENDS_MS;
  return { files, at: now, since: lasts ? (before.since ?? before.at) : before.at };
}

export function noteVisit(roomId: string, files: number, isAllSeen = false): void {
  const { at, since } = visitAfter(visitHere(roomId), { files, now: Date.now(), isAllSeen });
  localStorage.setItem(PREFIX + roomId, `${files} ${at} ${since}`);
  dispatchEvent(new Event(NOTED));
}

export const onVisit = (listener: () => void): (() => void) => {
  addEventListener(NOTED, listener);
  return () => removeEventListener(NOTED, listener);
};

/** Number of files that came since the last visit; undefined for a room that the person has not opened. */
export function newFileCount(room: Counted): number | undefined {
  const visit = visitOf(room);
  return visit === undefined ? undefined : Math.max(0, room.file_count - visit.files);
}

const readNews = idsOfPerson('read-news', 500);
/** The news of a room ends when its number of files changes. */
const newsId = ({ id, file_count: files }: Counted): string => `${id}:${files}`;

/** Whether the page of the news showed this with this browser. */
export const isNewsRead = (room: Counted): boolean => readNews.kept().includes(newsId(room));

export function noteNewsRead(rooms: readonly Counted[]): void {
  const unread = rooms.filter((room) => !isNewsRead(room));
  for (const room of unread) readNews.note(newsId(room));
  if (unread.length > 0) dispatchEvent(new Event(NOTED));
}
