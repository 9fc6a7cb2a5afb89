import type { DocumentStore } from '@strongroom/ports';
import { type Collection, stateOf } from './collection.ts';

const IN_ONE_READ = 500;

/** Everything listed under a key, oldest first. Each read is of a moment of its own. */
export async function* everyListed<S>(
  documents: Pick<DocumentStore, 'list'>,
  collection: Collection<S>,
  key: string,
): AsyncGenerator<S, void> {
  for (let from = {}; ; ) {
    const found = await documents.list(
      collection.name,
      { anyOf: [key] },
      { limit: IN_ONE_READ, order: 'oldest', ...from },
    );
    for (const document of found) yield stateOf(collection, document);
    const last = found.at(-1);
    if (last === undefined || found.length < IN_ONE_READ) return;
    from = { after: { position: last.position, id: last.id } };
  }
}
