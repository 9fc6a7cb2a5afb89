import { isThere, type LiveRoom } from '@strongroom/domain';
import type { DocumentStore, Page } from '@strongroom/ports';
import { intactStatesOf } from '../store/collection.ts';
import { labelsOfStore } from '../store/organisation.ts';
import { rooms, roomsOfLabel } from '../store/rooms.ts';

const AT_ONCE = 500;

/**
 * Every existing room, newest first, in slices, whether or not a caller may see it; without those whose document is damaged,
 * which must not keep a service from its start. Throws Unavailable.
 */
export async function* roomsOfStore(
  documents: Pick<DocumentStore, 'read' | 'list'>,
): AsyncGenerator<readonly LiveRoom[], void> {
  const labels = await labelsOfStore(documents);
  let page: Page = { limit: AT_ONCE };
  for (;;) {
    const found = await documents.list(rooms.name, { anyOf: labels.map(roomsOfLabel) }, page);
    const last = found.at(-1);
    if (last === undefined) return;
    yield intactStatesOf(rooms, found).filter(isThere);
    page = { limit: AT_ONCE, after: { position: last.position, id: last.id } };
  }
}
