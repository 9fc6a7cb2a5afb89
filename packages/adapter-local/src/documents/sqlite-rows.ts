import type { Instant, Json } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { integerOf, type Row, textOf } from './sqlite-statement.ts';

/** The columns of a document, with `id` last so that a join may name its own. */
export const COLUMNS = 'd.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body';

// What stands in these columns was written by JSON.stringify from values of these types.
const parse: (text: string) => Json = JSON.parse;
export const parseKeys: (text: string) => readonly string[] = JSON.parse;

export const documentOf = (row: Row): StoredDocument => ({
  id: textOf(row, 'id'),
  version: integerOf(row, 'version'),
  schema: integerOf(row, 'schema'),
  position: instantOf(integerOf(row, 'position')),
  keys: parseKeys(textOf(row, 'keys')),
  uniqueKeys: parseKeys(textOf(row, 'unique_keys')),
  body: parse(textOf(row, 'body')),
});

const instantOf = (milliseconds: number): Instant => milliseconds as Instant;
