import { instant } from '@strongroom/domain';
                                                        
import { frozen, isStorable, storedJson } from '@strongroom/store-kit';
import { parseTexts,          } from '../connection/session.js';

/**
 * A name as PostgreSQL stores it, whose text cannot hold U+0000. U+0001 begins an escape: the order of bytes and the
 * difference between names stay the same.
 */
export const escaped = (name        )         =>
  name.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');

export const unescaped = (stored        )         =>
  stored.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001');

/** Names that a document can have, as they are stored. */
export const storable = (names                   )           => names.filter(isStorable).map(escaped);

export const COLUMNS = 'd.collection, d.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body';

const textIn = (row     , column        )         => String(row[column]);

const textsIn = (row     , column        )                    => {
  const value = parseTexts(textIn(row, column));
  return Object.freeze(Array.isArray(value) ? value.map((text) => unescaped(String(text))) : []);
};

/** The document of a row, frozen, because it is given to many callers [DS-22]. */
export const documentOf = (row     )                 =>
  Object.freeze({
    id: unescaped(textIn(row, 'id')),
    version: Number(row.version),
    schema: Number(row.schema),
    position: instant(Number(row.position)),
    keys: textsIn(row, 'keys'),
    uniqueKeys: textsIn(row, 'unique_keys'),
    body: frozen(storedJson(row.body)),
  });
