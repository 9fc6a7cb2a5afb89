import { EPOCH } from '@strongroom/domain';
import type { DocumentStore, Position, Selection, StoredDocument } from '@strongroom/ports';

/** The first stretch is short, since most beginnings have few documents. Each further one is as much longer. */
const FIRST = 50;
const LONGER = 4;
const LONGEST = 1000;

/** Documents of a list whose positions are all EPOCH. `beginning`: of their ids; `after`: without those up to this id. */
type ListedFrom = Readonly<{ collection: string; selection: Selection; beginning: string; after?: string }>;

/**
 * Documents whose ids begin with a text and are longer, in stretches in order of ids. It reads past the last one by no more than it
 * has read of them, or than the first stretch is long, however many documents follow.
 */
export async function* listedFrom(
  documents: Pick<DocumentStore, 'list'>,
  { collection, selection, beginning, after = beginning }: ListedFrom,
): AsyncGenerator<readonly StoredDocument[], void, undefined> {
  let last: Position = { position: EPOCH, id: after };
  for (let limit = FIRST; ; limit = Math.min(limit * LONGER, LONGEST)) {
    const found = await documents.list(collection, selection, { limit, order: 'oldest', after: last });
    const within = found.filter(({ id }) => id.startsWith(beginning));
    yield within;
    const { id } = within.at(-1) ?? {};
    if (id === undefined || within.length < limit) return;
    last = { position: EPOCH, id };
  }
}
