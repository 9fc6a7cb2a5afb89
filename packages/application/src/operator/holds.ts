import type { DocumentStore } from '@strongroom/ports';
import { roomsOfStore } from './rooms-of-store.ts';

/** Maximum number of rooms that are checked at each start, newest first, so that a start never waits for a large store. */
const MAX_ROOMS_CHECKED = 5000;

/** Whether a store has rooms, which need keys, and files, which need objects. */
export async function storeContents(
  documents: Pick<DocumentStore, 'read' | 'list'>,
): Promise<Readonly<{ rooms: boolean; files: boolean }>> {
  let seen = 0;
  for await (const some of roomsOfStore(documents)) {
    if (some.some(({ files }) => Object.values(files).some((count) => count > 0))) return { rooms: true, files: true };
    seen += some.length;
    if (seen >= MAX_ROOMS_CHECKED) break;
  }
  return { rooms: seen > 0, files: false };
}
