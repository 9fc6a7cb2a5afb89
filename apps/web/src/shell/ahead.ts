import { readAhead } from '../base/growing-list.ts';
import { keepIdsOf } from '../base/ids-of-person.ts';
import { wereListed } from '../base/listed-rooms.ts';
import { may } from '../base/may.ts';
import { meQuery, queries } from '../base/queries.ts';
import { listingAt } from '../pages/room/base/listing.ts';
import { filesOf, foldersOf, roomQuery } from '../pages/room/base/room-files.ts';
import { ROOMS_SOURCE } from '../pages/rooms-data.ts';

/** The page of a room, and its list of files. The list of rooms stands without it. */
export const loadRoomPage = () => import('../pages/room/room-page.tsx');

/** A page that did not come is asked for again where it is shown. */
const fetchRoomPage = (): void => void loadRoomPage().catch(() => undefined);

/**
 * Asks for what the first page shows, together with who is signed in: one after the other they would wait for each
 * other. Without a session all are refused, and the sign-in page comes as soon as without them.
 */
export function loadAhead({ pathname, searchParams }: URL): void {
  void queries.prefetchQuery(meQuery).then(() => {
    const me = queries.getQueryData(meQuery.queryKey);
    if (me !== undefined) keepIdsOf(me?.id);
    if (me) fetchRoomPage();
  });
  if (pathname === '/' || pathname === '/rooms') void readAhead(ROOMS_SOURCE);
  if (/^\/rooms\/./.test(pathname)) fetchRoomPage();
  const room = /^\/rooms\/([\w-]+)$/.exec(pathname)?.[1];
  if (room !== undefined) void askForRoom(room, searchParams);
}

/**
 * Files wait for the room where this person did not list them before: who oversees it without seeing them would be
 * refused, and the record would say so.
 */
async function askForRoom(id: string, searchParams: URLSearchParams): Promise<void> {
  const askForFiles = (): void => {
    void readAhead(foldersOf(id));
    void readAhead(filesOf(id, listingAt(searchParams)));
  };
  const query = roomQuery(id);
  const asked = queries.prefetchQuery(query);
  const isKnown = wereListed(id);
  if (isKnown) askForFiles();
  await asked;
  const room = queries.getQueryData(query.queryKey);
  if (!isKnown && room !== undefined && may(room, 'file.list')) askForFiles();
}
