/** The last visit to a room with this browser: a number of files, no names. Sign-out removes it. */
export type Visit = Readonly<{ files: number; at: number }>;

const PREFIX = 'visit:';

export function visitOf(roomId: string): Visit | undefined {
  const [files, at] = (localStorage.getItem(PREFIX + roomId) ?? '').split(' ').map(Number);
  return files === undefined || at === undefined || !Number.isFinite(files + at) ? undefined : { files, at };
}

export const noteVisit = (roomId: string, files: number): void =>
  localStorage.setItem(PREFIX + roomId, `${files} ${Date.now()}`);
