/** The rooms whose files this browser listed for one person: ids, no names. Sign-out removes them. */
type Listed = Readonly<{ user: string; rooms: readonly string[] }>;

const PLACE = 'listed-rooms';
const MOST = 200;

function read(): Listed | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written here only
    return (JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Listed | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const write = (listed: Listed): void => localStorage.setItem(PLACE, JSON.stringify(listed));

/** Whether the person who was signed in last could list the files of a room. */
export const wereListed = (roomId: string): boolean => read()?.rooms.includes(roomId) === true;

/** Notes whether the person who is signed in may list the files of a room. */
export function noteListing(roomId: string, isAllowed: boolean): void {
  const listed = read();
  if (listed === undefined || listed.rooms.includes(roomId) === isAllowed) return;
  const others = listed.rooms.filter((id) => id !== roomId);
  write({ ...listed, rooms: isAllowed ? [roomId, ...others].slice(0, MOST) : others });
}

/** Forgets what was noted for another person, or for one whose session has ended. */
export function keepListingsOf(userId: string | undefined): void {
  if (userId === undefined) localStorage.removeItem(PLACE);
  else if (read()?.user !== userId) write({ user: userId, rooms: [] });
}
