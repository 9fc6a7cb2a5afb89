import { EPOCH, type Instant } from '@strongroom/domain';
import type { DocumentStore, StorePlace } from '@strongroom/ports';
import { defineCollection, refTo, stateOf } from './collection.ts';

/**
 * The place of a store when it was written last: by it a copy of the store is recognised. INVARIANT: the shape of this document
 * never changes, so that every version can read it.
 */
export type NotedPlace = Readonly<{ parts: StorePlace['parts']; timeline: string | null; since: Instant }>;

const PLACE = 'place';

export const storePlaces = defineCollection<NotedPlace>({
  name: 'store-place',
  id: () => PLACE,
  position: () => EPOCH,
  shape: { parts: 'object', since: 'number' },
});

/** The place that a store notes, and the version of its document; undefined before the first. */
export async function notedPlaceIn(
  documents: Pick<DocumentStore, 'read'>,
): Promise<Readonly<{ noted: NotedPlace; version: number }> | undefined> {
  const [document] = await documents.read([refTo(storePlaces, PLACE)]);
  return document && { noted: stateOf(storePlaces, document), version: document.version };
}
