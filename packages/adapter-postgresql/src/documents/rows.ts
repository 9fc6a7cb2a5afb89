import { instant } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { deepFreeze, isStorable, storedJson } from '@strongroom/store-kit';
import { parseTexts, type Row } from '../connection/session.ts';

/**
 * A name as PostgreSQL stores it, whose text cannot hold U+0000. U+0001 begins an escape: the order of bytes and the
 * difference between names stay the same.
 */
export const escapeName = (name: string): string =>
  name.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');

export const unescapeName = (stored: string): string =>
  stored.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001');

/** Names that a document can have, as they are stored. */
export const storableNames = (names: readonly string[]): string[] => names.filter(isStorable).map(escapeName);

export const DOCUMENT_COLUMNS = 'd.collection, d.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body';

const textIn = (row: Row, column: string): string => String(row[column]);

/** The server quotes each name that holds a comma, a brace, a blank or a backslash: without quotes, commas separate names. */
const separatedIn = (array: string): readonly unknown[] => {
  if (array === '{}') return [];
  if (!array.includes('"')) return array.slice(1, -1).split(',');
  const value = parseTexts(array);
  return Array.isArray(value) ? value : [];
};

const textsIn = (row: Row, column: string): readonly string[] =>
  Object.freeze(separatedIn(textIn(row, column)).map((text) => unescapeName(String(text))));

/** The document of a row, frozen, because it is given to many callers [DS-22]. */
export const documentOf = (row: Row): StoredDocument =>
  Object.freeze({
    id: unescapeName(textIn(row, 'id')),
    version: Number(row.version),
    schema: Number(row.schema),
    position: instant(Number(row.position)),
    keys: textsIn(row, 'keys'),
    uniqueKeys: textsIn(row, 'unique_keys'),
    body: deepFreeze(storedJson(row.body)),
  });
