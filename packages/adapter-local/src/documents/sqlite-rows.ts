import type { StoredDocument } from '@strongroom/ports';
import { deepFreeze, storedJson } from '@strongroom/store-kit';
import { instant } from '../runtime/instant.ts';
import { integerOf, type Row, textOf } from './sqlite-statement.ts';

/** Columns of a document `d`. */
export const COLUMNS = 'd.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body';

// JSON.stringify wrote these columns from values of these types.
const parseList: (text: string) => readonly string[] = JSON.parse;
const NONE: readonly string[] = Object.freeze([]);

/** Fast path: most documents have no unique keys. */
export const parseKeys = (text: string): readonly string[] => (text === '[]' ? NONE : parseList(text));

/** The document of a row, frozen: a cached document is given to many callers [DS-22]. */
export const documentOf = (row: Row): StoredDocument =>
  Object.freeze({
    id: textOf(row, 'id'),
    version: integerOf(row, 'version'),
    schema: integerOf(row, 'schema'),
    position: instant(integerOf(row, 'position')),
    keys: Object.freeze(parseKeys(textOf(row, 'keys'))),
    uniqueKeys: Object.freeze(parseKeys(textOf(row, 'unique_keys'))),
    body: deepFreeze(storedJson(textOf(row, 'body'))),
  });

/** Characters of the texts of a row. */
export const textLength = (...texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

export const sizeOfRow = (row: Row): number =>
  textLength(textOf(row, 'keys'), textOf(row, 'unique_keys'), textOf(row, 'body'));
