import type { DocumentStore } from '@strongroom/ports';
import { type Collection, stateOf } from './collection.ts';

/** Documents that are read at once. */
export const PAGE_OF_LIST = 500;

/** Everything listed under any of the keys, oldest first. Each read is of a moment of its own. */
export async function* everyListed<S>(
  documents: Pick<DocumentStore, 'list'>,
  collection: Collection<S>,
  anyOf: readonly string[],
): AsyncGenerator<S, void> {
  for (let from = {}; ; ) {
    const found = await documents.list(collection.name, { anyOf }, { limit: PAGE_OF_LIST, order: 'oldest', ...from });
    for (const document of found) yield stateOf(collection, document);
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE_OF_LIST) return;
    from = { after: { position: last.position, id: last.id } };
  }
}
