import { isThere } from '@strongroom/domain';
import type { DocumentStore, Page } from '@strongroom/ports';
import { refTo, stateOf } from './kernel/collection.ts';
import { ORGANISATION, organisations } from './repositories/organisation.ts';
import { rooms, roomsOfLabel } from './repositories/rooms.ts';

const AT_ONCE = 500;
/** So many rooms are looked at, the newest first: this is asked at every start. */
const MOST_ROOMS = 5000;

/** Does a store speak of rooms, which have keys, and of files, which have objects? */
export async function holds(
  documents: Pick<DocumentStore, 'read' | 'list'>,
): Promise<Readonly<{ rooms: boolean; files: boolean }>> {
  const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
  const labels = document ? stateOf(organisations, document).scheme.map(({ label }) => label) : [];
  let page: Page = { limit: AT_ONCE };
  for (let seen = 0; seen < MOST_ROOMS; seen += AT_ONCE) {
    const found = await documents.list(rooms.name, { anyOf: labels.map(roomsOfLabel) }, page);
    const last = found.at(-1);
    if (last === undefined) return { rooms: seen > 0, files: false };
    const states = found.map((room) => stateOf(rooms, room)).filter(isThere);
    if (states.some(({ files }) => Object.values(files).some((count) => count > 0)))
      return { rooms: true, files: true };
    page = { limit: AT_ONCE, after: { position: last.position, id: last.id } };
  }
  return { rooms: true, files: false };
}
