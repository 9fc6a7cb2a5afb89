import type { DocumentStore, StoredDocument } from '@strongroom/ports';
import { type Collection, stateOf } from './collection.ts';

/** Documents that are read at once. */
export const PAGE_OF_LIST = 500;

/** Everything listed under any of the keys, oldest first. Each page is read at another time. */
export async function* everyListed<S>(
  documents: Pick<DocumentStore, 'list'>,
  collection: Collection<S>,
  anyOf: readonly string[],
): AsyncGenerator<S, void> {
  for await (const found of pagesOf(documents, collection, anyOf))
    for (const document of found) yield stateOf(collection, document);
}

/** The documents of `everyListed`, as they are stored. */
export async function allDocuments(
  documents: Pick<DocumentStore, 'list'>,
  collection: Named,
  anyOf: readonly string[],
): Promise<readonly StoredDocument[]> {
  const all: StoredDocument[] = [];
  for await (const found of pagesOf(documents, collection, anyOf)) all.push(...found);
  return all;
}

type Named = Readonly<{ name: string }>;

async function* pagesOf(
  documents: Pick<DocumentStore, 'list'>,
  { name }: Named,
  anyOf: readonly string[],
): AsyncGenerator<readonly StoredDocument[], void> {
  for (let from = {}; ; ) {
    const found = await documents.list(name, { anyOf }, { limit: PAGE_OF_LIST, order: 'oldest', ...from });
    yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE_OF_LIST) return;
    from = { after: { position: last.position, id: last.id } };
  }
}
