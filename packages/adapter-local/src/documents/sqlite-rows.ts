import type { Json } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { instant } from '../runtime/instant.ts';
import { integerOf, type Row, textOf } from './sqlite-statement.ts';

/** Columns of a document `d`. */
export const COLUMNS = 'd.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body';

// JSON.stringify wrote these columns from values of these types.
const parse: (text: string) => Json = JSON.parse;
const parseList: (text: string) => readonly string[] = JSON.parse;
const NONE: readonly string[] = Object.freeze([]);

/** Fast path: most documents have no unique keys. */
export const parseKeys = (text: string): readonly string[] => (text === '[]' ? NONE : parseList(text));

export const documentOf = (row: Row): StoredDocument => ({
  id: textOf(row, 'id'),
  version: integerOf(row, 'version'),
  schema: integerOf(row, 'schema'),
  position: instant(integerOf(row, 'position')),
  keys: parseKeys(textOf(row, 'keys')),
  uniqueKeys: parseKeys(textOf(row, 'unique_keys')),
  body: parse(textOf(row, 'body')),
});
