/** The rooms whose files this browser listed for one person: ids, no names. Sign-out removes them. */
type Listed = Readonly<{ user: string; rooms: readonly string[] }>;

const PLACE = 'listed-rooms';
const MOST = 200;

/** Stored as the id of the person and those of the rooms, so that any text there can be read. */
function read(): Listed | undefined {
  const [user = '', ...rooms] = (localStorage.getItem(PLACE) ?? '').split(' ');
  return user === '' ? undefined : { user, rooms };
}

const write = ({ user, rooms }: Listed): void => localStorage.setItem(PLACE, [user, ...rooms].join(' '));

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
