/** The last visit to a room with this browser: a number of files, no names. Sign-out removes it. */
export type RoomVisit = Readonly<{ files: number; at: number }>;

type Counted = Readonly<{ id: string; file_count: number }>;

const PREFIX = 'visit:';
const NOTED = 'strongroom:visit';

export function visitOf(roomId: string): RoomVisit | undefined {
  const [files, at] = (localStorage.getItem(PREFIX + roomId) ?? '').split(' ').map(Number);
  return files === undefined || at === undefined || !Number.isFinite(files + at) ? undefined : { files, at };
}

export function noteVisit(roomId: string, files: number): void {
  localStorage.setItem(PREFIX + roomId, `${files} ${Date.now()}`);
  dispatchEvent(new Event(NOTED));
}

export const onVisit = (listener: () => void): (() => void) => {
  addEventListener(NOTED, listener);
  return () => removeEventListener(NOTED, listener);
};

/** Number of files that came since the last visit; undefined for a room that this browser has not opened. */
export function newFileCount({ id, file_count: count }: Counted): number | undefined {
  const visit = visitOf(id);
  return visit === undefined ? undefined : Math.max(0, count - visit.files);
}
