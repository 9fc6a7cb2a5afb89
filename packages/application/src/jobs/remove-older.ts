import type { Instant } from '@strongroom/domain';
import { VersionConflict } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import type { Collection } from '../store/collection.ts';

const AT_ONCE = 500;

/** Removes the documents under a list key whose position is before `until`. */
export async function removeOlder(
  { documents }: Pick<Deps, 'documents'>,
  { name }: Pick<Collection<never>, 'name'>,
  { key, until }: Readonly<{ key: string; until: Instant }>,
): Promise<void> {
  for (;;) {
    const found = await documents.list(name, { anyOf: [key], until }, { limit: AT_ONCE, order: 'oldest' });
    try {
      await documents.commit(found.map(({ id, version }) => ({ collection: name, remove: { id, version } })));
    } catch (error) {
      // Another process removes the same documents; the rest waits for the next sweep.
      if (error instanceof VersionConflict) return;
      throw error;
    }
    if (found.length < AT_ONCE) return;
  }
}
