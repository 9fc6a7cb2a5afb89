import { expect, test } from '@jest/globals';
import { type Instant } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { Client } from 'pg';
import { openPostgresqlDocuments } from '../src/index.ts';
import { aDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

const thing = (id: string, version = 1): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 1_900_000_000_000 as Instant,
  keys: ['k'],
  uniqueKeys: [],
  body: { id },
});

const OTHERS = "FROM pg_stat_activity WHERE application_name = 'strongroom' AND pid <> pg_backend_pid()";

test('sessions are durable whatever the settings of the database are', async () => {
  const address = await aDatabase();
  const name = new URL(address.url).pathname.slice(1);
  await runSql(
    address,
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
    `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`,
    `ALTER DATABASE ${name} SET statement_timeout = 0`,
  );
  const store = await openPostgresqlDocuments(address);
  // A function shows the settings of the session that runs it.
  await runSql(
    address,
    'CREATE TABLE strongroom.seen (name text, value text)',
    `CREATE FUNCTION strongroom.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO strongroom.seen SELECT name, current_setting(name) FROM unnest(ARRAY['synchronous_commit',
        'transaction_isolation', 'statement_timeout', 'lock_timeout', 'search_path']) AS name;
      RETURN NULL; END $$`,
    'CREATE TRIGGER noted AFTER INSERT ON strongroom.documents EXECUTE FUNCTION strongroom.note()',
  );
  await store.commit([{ collection: 'things', insert: thing('a') }]);
  expect(await runSql(address, 'SELECT name, value FROM strongroom.seen ORDER BY name')).toEqual([
    // Of a statement that other commits may share: one that has to wait longer is sent again alone.
    { name: 'lock_timeout', value: '400ms' },
    { name: 'search_path', value: 'strongroom' },
    { name: 'statement_timeout', value: '3400ms' },
    { name: 'synchronous_commit', value: 'on' },
    { name: 'transaction_isolation', value: 'read committed' },
  ]);
  await store.close();
});

test('connections that the server has ended are replaced without an error', async () => {
  const address = await aDatabase();
  const store = await openPostgresqlDocuments(address);
  await store.commit([{ collection: 'things', insert: thing('a') }]);
  await runSql(address, `SELECT pg_terminate_backend(pid) ${OTHERS}`);
  expect((await store.read([{ collection: 'things', id: 'a' }]))[0]).toEqual(thing('a'));
  await store.commit([{ collection: 'things', replace: thing('a', 2) }]);
  await store.close();
});

test('a deadlock with a transaction beside the store is repeated, and its caller does not notice', async () => {
  const address = await aDatabase();
  const store = await openPostgresqlDocuments(address);
  await store.commit(['a', 'b'].map((id) => ({ collection: 'things', insert: thing(id) })));
  // Fails the first commit with the error of a deadlock, which aborts it.
  await runSql(
    address,
    'CREATE SEQUENCE strongroom.tries',
    `CREATE FUNCTION strongroom.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('strongroom.tries') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF;
      RETURN NULL; END $$`,
    'CREATE TRIGGER failing AFTER UPDATE ON strongroom.documents EXECUTE FUNCTION strongroom.fail()',
  );
  await store.commit(['a', 'b'].map((id) => ({ collection: 'things', replace: thing(id, 2) })));
  expect(await runSql(address, "SELECT nextval('strongroom.tries') AS tries")).toEqual([{ tries: '3' }]);
  expect(await store.count('things', { anyOf: ['k'] })).toBe(2);
  await store.close();
});

test('a commit that waits too long for a lock says that nothing was done, and changes nothing later', async () => {
  const address = await aDatabase();
  const store = await openPostgresqlDocuments(address);
  await store.commit([{ collection: 'things', insert: thing('a') }]);
  // The server gives up long before the client does, which would not know whether something was done.
  await runSql(address, "ALTER FUNCTION strongroom.commit_changes(json, json) SET lock_timeout = '300ms'");
  const other = new Client({ connectionString: address.url });
  await other.connect();
  await other.query('BEGIN');
  await other.query("SELECT 1 FROM strongroom.documents WHERE id = 'a' FOR UPDATE");
  const refused = await store
    .commit([{ collection: 'things', replace: thing('a', 2) }])
    .catch((error: unknown) => error);
  await other.query('ROLLBACK');
  await other.end();
  // No statement of the store is left that could still change it.
  for (let left = 1; left > 0; )
    left = Number((await runSql(address, `SELECT count(*) AS left ${OTHERS} AND state = 'active'`))[0]?.left);
  const [row] = await runSql(address, "SELECT version FROM strongroom.documents WHERE id = 'a'");
  await store.close();
  expect(refused).toMatchObject({ name: 'Unavailable', dependency: 'documents', maybeDone: false });
  expect(row).toEqual({ version: '1' });
});
