import type { Ref, StoredDocument } from '@strongroom/ports';
import { isStorable } from '@strongroom/store-kit';
import type { Row } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import type { RowDecoder } from './row-decoder.ts';
import { DOCUMENT_COLUMNS, escapeName } from './rows.ts';

/** A ref as it is looked up; undefined for a name that no document can have. `place` is different for each other one. */
export type DocumentLookup = Readonly<{ collection: string; name: string; isId: boolean; place: string }> | undefined;

/** Copied when the call is made, because the caller may change its objects before they are sent. */
export function lookupOf(ref: Ref): DocumentLookup {
  const isId = 'id' in ref;
  const name = isId ? ref.id : ref.uniqueKey;
  if (!isStorable(name) || !isStorable(ref.collection)) return undefined;
  const [collection, escaped] = [escapeName(ref.collection), escapeName(name)];
  return { collection, name: escaped, isId, place: placeOf(isId, collection, escaped) };
}

/** One statement sees one point in time. `by` is the name it was found by. */
const READ = {
  name: 'read',
  text: `SELECT true AS is_id, r.name AS by, ${DOCUMENT_COLUMNS}
    FROM unnest($1::text[], $2::text[]) AS r(collection, name)
    JOIN documents AS d ON d.collection = r.collection AND d.id = r.name
    UNION ALL
    SELECT false AS is_id, r.name AS by, ${DOCUMENT_COLUMNS}
    FROM unnest($3::text[], $4::text[]) AS r(collection, name)
    JOIN unique_keys AS u ON u.collection = r.collection AND u.key = r.name
    JOIN documents AS d ON d.collection = u.collection AND d.id = u.id`,
};

const placeOf = (isId: boolean, collection: string, name: string): string =>
  `${isId ? 'i' : 'u'}${collection.length}:${collection}${name}`;

/** The result of any number of lookups at one point in time. */
export class FoundDocuments {
  readonly #found: ReadonlyMap<string, StoredDocument>;

  constructor(rows: readonly Row[], decoder: RowDecoder) {
    this.#found = new Map(
      rows.map((row) => [placeOf(row.is_id === true, String(row.collection), String(row.by)), decoder.decode(row)]),
    );
  }

  at(lookup: DocumentLookup): StoredDocument | undefined {
    if (lookup === undefined) return undefined;
    return this.#found.get(lookup.place);
  }
}

export async function readAll(
  sessions: Sessions,
  decoder: RowDecoder,
  lookups: readonly DocumentLookup[],
): Promise<FoundDocuments> {
  const wanted = new Map<string, NonNullable<DocumentLookup>>();
  for (const lookup of lookups) if (lookup !== undefined) wanted.set(lookup.place, lookup);
  const all = [...wanted.values()];
  const [ids, keys] = [all.filter(({ isId }) => isId), all.filter(({ isId }) => !isId)];
  const values = [ids, keys].flatMap((some) => [
    some.map(({ collection }) => collection),
    some.map(({ name }) => name),
  ]);
  return new FoundDocuments(await sessions.run(READ, values), decoder);
}
