import { afterAll, beforeAll } from '@jest/globals';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { Client } from 'pg';
import type { PostgresqlAddress } from '../src/index.ts';

let started: PostgresqlServers | undefined;
let databases = 0;

/** A PostgreSQL for all tests of a file. */
export function withPostgresql(): void {
  beforeAll(async () => {
    started = await PostgresqlServers.start();
  }, 120_000);
  afterAll(() => started?.stop());
}

/** The server of the file. */
export function theServer(): PostgresqlServers {
  if (started === undefined) throw new Error('withPostgresql was not called');
  return started;
}

/** Runs statements without the store. */
export async function runSql(
  address: PostgresqlAddress,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: address.url });
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const text of statements) rows = (await client.query<Record<string, unknown>>(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A new database of that server. */
export async function aDatabase(): Promise<PostgresqlAddress> {
  databases += 1;
  const name = `test_${databases}`;
  await runSql({ url: theServer().urlOf('postgres') }, `CREATE DATABASE ${name}`);
  return { url: theServer().urlOf(name) };
}

const CONTENT = ['documents', 'keys', 'unique_keys', 'events', 'postings', 'blocks', 'tiles', 'limits'];

const EMPTY = `DO $$ BEGIN
  IF to_regclass('strongroom.layout') IS NOT NULL THEN
    ${CONTENT.map((table) => `DELETE FROM strongroom.${table};`).join(' ')}
    UPDATE strongroom.log SET size = 0, closed = 0, erasures = 0;
  END IF;
END $$`;

/** An empty database. Emptying one database is faster than making tables in another. */
export async function anEmptyDatabase(): Promise<PostgresqlAddress> {
  const address = { url: theServer().urlOf('postgres') };
  await runSql(address, EMPTY);
  return address;
}
