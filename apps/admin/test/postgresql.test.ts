import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { aSignedLog, soundLog } from './log-of-database.ts';
import { aFolder, strongroomAdmin } from './setting.ts';

let postgresql: PostgresqlServers;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
}, 120_000);
afterAll(() => postgresql?.stop());

const settings = (url: string) => ({
  STRONGROOM_DOCUMENTS: 'postgresql',
  STRONGROOM_POSTGRESQL_URL: url,
  STRONGROOM_SECRET: 'x'.repeat(32),
});

type Check = Readonly<{ check: string; status: string; text: string; todo?: string }>;

/** The findings of the doctor for the database. */
async function examined(env: Readonly<Record<string, string>>): Promise<readonly Check[]> {
  const { out, err } = await strongroomAdmin(['doctor', '--data-dir', await aFolder(), '--json'], { env });
  expect(err).toBe('');
  const { checks } = JSON.parse(out) as { checks: readonly Check[] };
  return checks.filter(({ check }) => /^(database|tables|standby|secret|owner token|audit .*)$/.test(check));
}

test('the doctor reports a database without tables, makes none, and passes a used one', async () => {
  const url = await postgresql.aDatabase();
  const database = {
    check: 'database',
    status: 'ok',
    text: expect.stringMatching(/^PostgreSQL [\d.]+, database rooms_1$/),
  };
  const alone = { check: 'standby', status: 'warn', text: expect.any(String), todo: expect.any(String) };
  const secret = { check: 'secret', status: 'ok', text: 'from STRONGROOM_SECRET' };
  const empty = { check: 'tables', status: 'warn', text: 'none yet', todo: 'start the service, it makes them' };
  expect(await examined(settings(url))).toEqual([database, empty, alone, secret]);
  await (await openPostgresqlDocuments({ url })).close();
  expect(await examined(settings(url))).toEqual([
    database,
    { check: 'tables', status: 'ok', text: 'there' },
    alone,
    secret,
  ]);
});

test('the doctor tries a write, reports a database that takes none, and leaves nothing in it', async () => {
  const url = await postgresql.aDatabase();
  await (await openPostgresqlDocuments({ url })).close();
  const name = new URL(url).pathname.slice(1);
  expect((await examined(settings(url)))[0]).toMatchObject({ check: 'database', status: 'ok' });
  expect(await postgresql.sql('SELECT count(*) FROM strongroom.limits', name)).toBe('0');
  await postgresql.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  expect((await examined(settings(url)))[0]).toMatchObject({
    check: 'database',
    status: 'fail',
    text: expect.stringContaining('takes no writes; set default_transaction_read_only to off'),
  });
});

test('the doctor examines the log of a database', async () => {
  const url = await postgresql.aDatabase();
  const documents = await openPostgresqlDocuments({ url });
  const file = await aSignedLog(documents);
  await documents.close();
  const checks = await examined({ ...settings(url), STRONGROOM_AUDIT_KEY: file });
  expect(checks.filter(({ check }) => check.startsWith('audit '))).toEqual(soundLog());
});

test('the doctor fails without an address, and for a wrong password, which it does not repeat', async () => {
  const missing = { STRONGROOM_DOCUMENTS: 'postgresql', STRONGROOM_SECRET: 'x'.repeat(32) };
  const [first] = await examined(missing);
  expect(first).toMatchObject({ check: 'database', status: 'fail', text: 'STRONGROOM_POSTGRESQL_URL is missing' });
  const wrong = postgresql.urlOf('postgres').replace(postgresql.password, 'hunter2');
  const [second] = await examined(settings(wrong));
  expect(second).toMatchObject({ status: 'fail', text: expect.stringContaining('refuses this user') });
  expect(JSON.stringify(second)).not.toContain('hunter2');
});

test('owner-token --new says what is wrong with the address, and makes nothing', async () => {
  const env = settings('postgresql://rooms@127.0.0.1:1/rooms');
  const { err } = await strongroomAdmin(['owner-token', '--new', '--data-dir', await aFolder()], { env });
  expect(err).toContain('STRONGROOM_POSTGRESQL_URL: PostgreSQL cannot be reached');
});
