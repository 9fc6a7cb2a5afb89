/** A visit to a room: a number of files, no names. */
export type RoomVisit = Readonly<{ files: number; at: number }>;

type Counted = Readonly<{
  id: string;
  file_count: number;
  /** The last visit that the service knows, of any browser of the person. */
  seen_file_count: number | null;
  seen_at: string | null;
}>;

const PREFIX = 'visit:';
const NOTED = 'strongroom:visit';

/** The last visit with this browser. Sign-out removes it. */
export function visitHere(roomId: string): RoomVisit | undefined {
  const [files, at] = (localStorage.getItem(PREFIX + roomId) ?? '').split(' ').map(Number);
  return files === undefined || at === undefined || !Number.isFinite(files + at) ? undefined : { files, at };
}

/** The last visit of the person: with this browser, which knows it at once, or with another one. */
export function visitOf({ id, seen_file_count: files, seen_at: seen }: Counted): RoomVisit | undefined {
  const here = visitHere(id);
  if (files === null || seen === null) return here;
  const at = Date.parse(seen);
  return here !== undefined && here.at > at ? here : { files, at };
}

export function noteVisit(roomId: string, files: number): void {
  localStorage.setItem(PREFIX + roomId, `${files} ${Date.now()}`);
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
