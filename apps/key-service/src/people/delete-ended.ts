import type { Instant } from '@strongroom/domain';
import { type DocumentStore, VersionConflict } from '@strongroom/ports';

/** Maximum of one call. */
const SWEPT = 100;

/** Deletes the oldest documents under a list key that are not younger than `until`. One that changes meanwhile stays. */
export async function deleteEnded(
  documents: DocumentStore,
  collection: string,
  key: string,
  until: Instant,
): Promise<void> {
  const ended = await documents.list(collection, { anyOf: [key], until }, { limit: SWEPT, order: 'oldest' });
  for (const { id, version } of ended)
    await documents.commit([{ collection, remove: { id, version } }]).catch((error: unknown) => {
      if (!(error instanceof VersionConflict)) throw error;
    });
}
