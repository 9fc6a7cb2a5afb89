import type { OutdatedPage, StoredDocument } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { COLUMNS, documentOf } from './sqlite-rows.ts';
import type { SqlValue } from './sqlite-statement.ts';

/** Scans the collection by primary key. There is no index, because only an upgrade asks for it. */
const walk = (beginning: string): string => `SELECT ${COLUMNS} FROM documents AS d
  WHERE d.collection = ?1 AND d.schema < ?2${beginning} ORDER BY d.id LIMIT ?3`;

const FROM_THE_START = walk('');
const AFTER = walk(' AND d.id > ?4');

type Question = Readonly<{ sql: string; values: readonly SqlValue[] }>;

/** The query, whose values are copied when it is called [DS-22]. */
export const outdatedQuestion = (collection: string, { below, limit, after }: OutdatedPage): Question => {
  const values = [collection, below, Math.max(limit, 0)];
  return after === undefined ? { sql: FROM_THE_START, values } : { sql: AFTER, values: [...values, after] };
};

export const answerOutdated = (connection: Connection, { sql, values }: Question): readonly StoredDocument[] =>
  connection
    .sql(sql)
    .rows(...values)
    .map(documentOf);
