import { statSync } from 'node:fs';
import { resolve as absolute } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Connection } from '../../src/documents/sqlite-connection.ts';
import { asUnusable } from '../../src/documents/sqlite-errors.ts';
import { refuseOrphanedLog, refuseStrangers } from '../../src/documents/sqlite-file.ts';
import { integerOf } from '../../src/documents/sqlite-statement.ts';
import { StoreUnusable } from '../../src/documents/store-unusable.ts';

/** Result of an inspection. Problems are sentences for the operator. */
export type Inspection = Readonly<{
  path: string;
  /** Size of the database without its log, in bytes. */
  bytes: number;
  documents: number;
  problems: readonly string[];
}>;

/** Queries that count rows in which documents and the key tables disagree. */
const DISAGREEMENTS: readonly Readonly<{ problem: string; sql: string }>[] = [
  {
    problem: 'keys of documents that are missing from the list index',
    sql: `SELECT count(*) AS found FROM documents AS d, json_each(d.keys) AS said WHERE NOT EXISTS
      (SELECT 1 FROM keys AS k WHERE k.collection = d.collection AND k.key = said.value AND k.position = d.position AND k.id = d.id)`,
  },
  {
    problem: 'keys in the list index that their document does not have',
    sql: `SELECT count(*) AS found FROM keys AS k WHERE NOT EXISTS
      (SELECT 1 FROM documents AS d, json_each(d.keys) AS said
       WHERE d.collection = k.collection AND d.id = k.id AND d.position = k.position AND said.value = k.key)`,
  },
  {
    problem: 'unique keys of documents that are missing from the unique index',
    sql: `SELECT count(*) AS found FROM documents AS d, json_each(d.unique_keys) AS said WHERE NOT EXISTS
      (SELECT 1 FROM unique_keys AS u WHERE u.collection = d.collection AND u.key = said.value AND u.id = d.id)`,
  },
  {
    problem: 'unique keys in the unique index that their document does not have',
    sql: `SELECT count(*) AS found FROM unique_keys AS u WHERE NOT EXISTS
      (SELECT 1 FROM documents AS d, json_each(d.unique_keys) AS said
       WHERE d.collection = u.collection AND d.id = u.id AND said.value = u.key)`,
  },
  { problem: 'bodies that are not JSON', sql: 'SELECT count(*) AS found FROM documents WHERE NOT json_valid(body)' },
];

/**
 * Checks every page and every key of an SQLite file without changing it. Takes as long as reading the whole file, which may
 * be in use.
 */
export const inspectSqlite = (file: string): Inspection => {
  const path = absolute(file);
  const problems: string[] = [];
  let documents = 0;
  try {
    refuseOrphanedLog(path);
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const connection = new Connection(database);
      refuseStrangers(connection, path);
      problems.push(...brokenPages(connection), ...disagreements(connection));
      documents = integerOf(connection.sql('SELECT count(*) AS found FROM documents').row() ?? {}, 'found');
    } finally {
      database.close();
    }
  } catch (error) {
    const unusable = error instanceof StoreUnusable ? error : asUnusable(error, path);
    if (unusable === undefined) throw error;
    problems.push(unusable.message);
  }
  return { path, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0, documents, problems };
};

const brokenPages = (connection: Connection): readonly string[] =>
  connection
    .sql('PRAGMA quick_check')
    .rows()
    .map((row) => String(row.quick_check))
    .filter((said) => said !== 'ok');

const disagreements = (connection: Connection): readonly string[] =>
  DISAGREEMENTS.flatMap(({ problem, sql }) => {
    const found = integerOf(connection.sql(sql).row() ?? {}, 'found');
    return found === 0 ? [] : [`${found} ${problem}`];
  });
