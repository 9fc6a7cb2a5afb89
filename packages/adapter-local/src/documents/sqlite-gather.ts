import type { StoredDocument } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { COLUMNS, documentOf, sizeOfRow } from './sqlite-rows.ts';
import { type Row, textOf } from './sqlite-statement.ts';

/** Numbers of ids for which statements exist. A smaller number is padded with NULL, which equals no id. */
const SIZES = [8, 32, 128];
const MOST = 128;

/** The documents with these ids, in any order. */
export const gatherStatement = (ids: number): string => `SELECT ${COLUMNS} FROM documents AS d
  WHERE d.collection = ?1 AND d.id IN (${Array.from({ length: ids }, (_, index) => `?${index + 2}`).join(', ')})`;

/**
 * The documents of a collection with these ids, from memory or read with one statement for 128 of them. Ids without a
 * document are left out. Call it within a transaction.
 */
export const gatherDocuments = (
  connection: Connection,
  collection: string,
  ids: readonly string[],
): ReadonlyMap<string, StoredDocument> => {
  connection.refresh();
  const found = new Map<string, StoredDocument>();
  const unknown: string[] = [];
  for (const id of ids) {
    const known = connection.cache.byId(collection, id);
    if (known === undefined) unknown.push(id);
    else if (known !== null) found.set(id, known);
  }
  for (let start = 0; start < unknown.length; start += MOST)
    for (const document of fetched(connection, collection, unknown.slice(start, start + MOST)))
      found.set(document.id, document);
  return found;
};

function fetched(connection: Connection, collection: string, ids: readonly string[]): readonly StoredDocument[] {
  const size = SIZES.find((one) => one >= ids.length) ?? MOST;
  const padding = Array.from({ length: size - ids.length }, () => null);
  const rows = connection.sql(gatherStatement(size)).rows(collection, ...ids, ...padding);
  return rows.map((row) => rememberRow(connection, collection, row));
}

/** The document of a row, from memory or decoded. Call it within the transaction that read the row, after `refresh`. */
export const rememberRow = ({ cache }: Pick<Connection, 'cache'>, collection: string, row: Row): StoredDocument => {
  const known = cache.byId(collection, textOf(row, 'id'));
  if (known) return known;
  const document = documentOf(row);
  cache.found(collection, document, sizeOfRow(row));
  return document;
};
