import type { DocumentStore } from '@strongroom/ports';
import { roomsOfStore } from './rooms-of-store.ts';

/** So many rooms are looked at, the newest first: this is asked at every start. */
const MOST_ROOMS = 5000;

/** Does a store speak of rooms, which have keys, and of files, which have objects? */
export async function holds(
  documents: Pick<DocumentStore, 'read' | 'list'>,
): Promise<Readonly<{ rooms: boolean; files: boolean }>> {
  let seen = 0;
  for await (const some of roomsOfStore(documents)) {
    if (some.some(({ files }) => Object.values(files).some((count) => count > 0))) return { rooms: true, files: true };
    seen += some.length;
    if (seen >= MOST_ROOMS) break;
  }
  return { rooms: seen > 0, files: false };
}
