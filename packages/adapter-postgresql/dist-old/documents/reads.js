                                                             
import { isStorable } from '@strongroom/store-kit';
                                                    
                                                          
                                                   
import { COLUMNS, escaped } from './rows.js';

/** A ref as it is looked up; undefined for a name that no document can have. */
                                                                                               

/** Copied when the call is made, because the caller may change its objects before they are sent. */
export function lookupOf(ref     )         {
  const isId = 'id' in ref;
  const name = isId ? ref.id : ref.uniqueKey;
  if (!isStorable(name) || !isStorable(ref.collection)) return undefined;
  return { collection: escaped(ref.collection), name: escaped(name), isId };
}

/** One statement sees one point in time. `by` is the name it was found by. */
const READ = {
  name: 'read',
  text: `SELECT true AS is_id, r.name AS by, ${COLUMNS}
    FROM unnest($1::text[], $2::text[]) AS r(collection, name)
    JOIN documents AS d ON d.collection = r.collection AND d.id = r.name
    UNION ALL
    SELECT false AS is_id, r.name AS by, ${COLUMNS}
    FROM unnest($3::text[], $4::text[]) AS r(collection, name)
    JOIN unique_keys AS u ON u.collection = r.collection AND u.key = r.name
    JOIN documents AS d ON d.collection = u.collection AND d.id = u.id`,
};

const nameOf = (isId         , collection        , name        )         =>
  `${isId ? 'i' : 'u'}${collection.length}:${collection}${name}`;

/** The result of any number of lookups at one point in time. */
export class Reading {
           #found                                     ;

  constructor(rows                , decoder            ) {
    this.#found = new Map(
      rows.map((row) => [nameOf(row.is_id === true, String(row.collection), String(row.by)), decoder.decode(row)]),
    );
  }

  at(lookup        )                             {
    if (lookup === undefined) return undefined;
    return this.#found.get(nameOf(lookup.isId, lookup.collection, lookup.name));
  }
}

export async function readAll(sessions          , decoder            , lookups                   )                   {
  const wanted = new Map                             ();
  for (const lookup of lookups)
    if (lookup !== undefined) wanted.set(nameOf(lookup.isId, lookup.collection, lookup.name), lookup);
  const all = [...wanted.values()];
  const [ids, keys] = [all.filter(({ isId }) => isId), all.filter(({ isId }) => !isId)];
  const values = [ids, keys].flatMap((some) => [
    some.map(({ collection }) => collection),
    some.map(({ name }) => name),
  ]);
  return new Reading(await sessions.run(READ, values), decoder);
}
