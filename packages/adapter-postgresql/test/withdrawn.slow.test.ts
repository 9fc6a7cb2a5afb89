import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openPostgresqlDocuments, openPostgresqlRateLimiter, type PostgresqlUnusable } from '../src/index.ts';
import { aDatabase, runSql, theServer, withPostgresql } from './setting.ts';

withPostgresql();

/** A user of a database of their own. */
async function aUser(name: string): Promise<Readonly<{ owner: string; user: string; database: string }>> {
  const { url } = await aDatabase();
  const database = new URL(url).pathname.slice(1);
  await runSql(
    { url },
    `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`,
    `GRANT CREATE ON DATABASE ${database} TO ${name}`,
  );
  const user = url.replace(`${theServer().user}:${theServer().password}`, `${name}:secret`);
  return { owner: url, user, database };
}

/** Ends the connections of a user: their next ones log in again. */
const disconnect = (name: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`;

test.each([
  ['whose password has expired', "VALID UNTIL '2001-01-01'"],
  ['who may not log in', 'NOLOGIN'],
])('a user %s is refused at the start in one sentence', async (_what, change) => {
  const name = `stopped_${change.slice(0, 5).toLowerCase().trim()}`;
  const { owner, user } = await aUser(name);
  await runSql({ url: owner }, `ALTER ROLE ${name} ${change}`);
  await expect(openPostgresqlDocuments({ url: user })).rejects.toMatchObject({
    name: 'PostgresqlUnusable' satisfies PostgresqlUnusable['name'],
    code: 'login',
    message: 'PostgreSQL refuses this user; check the name, the password and pg_hba.conf',
  });
  expect(await runSql({ url: owner }, "SELECT to_regnamespace('strongroom') AS made")).toEqual([{ made: null }]);
});

test.each([
  ['a changed password', 'a', "ALTER ROLE a PASSWORD 'other'", "ALTER ROLE a PASSWORD 'secret'"],
  ['an expired password', 'b', "ALTER ROLE b VALID UNTIL '2001-01-01'", "ALTER ROLE b VALID UNTIL 'infinity'"],
  ['a withdrawn right', 'c', 'ALTER SCHEMA strongroom OWNER TO CURRENT_USER', 'ALTER SCHEMA strongroom OWNER TO c'],
])('%s while serving is an outage until it is put right', async (_what, name, change, cure) => {
  const { owner, user } = await aUser(name);
  const [documents, limits] = [
    await openPostgresqlDocuments({ url: user }),
    await openPostgresqlRateLimiter({ url: user }),
  ];
  const check = () =>
    Promise.allSettled([documents.check(), limits.check(), documents.read([{ collection: 'rooms', id: 'a' }])]);
  await runSql({ url: owner }, change, disconnect(name));
  for (const outcome of await check())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } });
  await runSql({ url: owner }, cure);
  // The store asks the server again after a pause; the time limit of the test is the bound.
  while ((await check()).some(({ status }) => status === 'rejected')) await pause(50);
  await documents.close();
  await limits.close();
});
