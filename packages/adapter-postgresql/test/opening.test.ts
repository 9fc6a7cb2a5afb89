import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { instant } from '@strongroom/domain';
import {
  inspectPostgresql,
  openPostgresqlDocuments,
  openPostgresqlRateLimiter,
  openPostgresqlToRead,
  PostgresqlUnusable,
} from '../src/index.ts';
import { aDatabase, runSql, theServer, withPostgresql } from './setting.ts';

withPostgresql();

const refusal = async (opening: Promise<unknown>): Promise<PostgresqlUnusable> => {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PostgresqlUnusable)) throw new TypeError('it was not refused', { cause: error });
  return error;
};

const codeOf = async (url: string): Promise<string> => (await refusal(openPostgresqlDocuments({ url }))).code;

/** Schemas that are not the server's own. */
const schemasOf = (url: string) =>
  runSql({ url }, "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public)'");

describe('tables', () => {
  test('are made once, by one of several that open at the same time', async () => {
    const address = await aDatabase();
    expect(await inspectPostgresql(address)).toMatchObject({ state: 'fits', hasTables: false });
    expect(await schemasOf(address.url)).toEqual([]);
    const stores = await Promise.all([
      ...[1, 2, 3].map(() => openPostgresqlDocuments(address)),
      openPostgresqlRateLimiter(address),
    ]);
    for (const store of stores) await store.close();
    expect(await runSql(address, 'SELECT number FROM strongroom.layout')).toEqual([{ number: '1' }]);
    expect(await inspectPostgresql(address)).toMatchObject({ state: 'fits', hasTables: true, isReplicated: false });
  });

  test('are refused and left alone if a newer version made them', async () => {
    const address = await aDatabase();
    await (await openPostgresqlDocuments(address)).close();
    await runSql(address, 'INSERT INTO strongroom.layout VALUES (2)', 'DROP TABLE strongroom.limits');
    expect(await codeOf(address.url)).toBe('newer');
    expect(await inspectPostgresql(address)).toEqual({
      state: 'unfit',
      reason: expect.stringContaining('newer version'),
    });
    expect(await runSql(address, "SELECT to_regclass('strongroom.limits') AS there")).toEqual([{ there: null }]);
  });
});

describe('functions of another release', () => {
  const BODIES = `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'strongroom'::regnamespace ORDER BY 1`;
  const another = (user = 'CURRENT_USER') => [
    `CREATE OR REPLACE FUNCTION strongroom.take_limits(calls json) RETURNS TABLE (nth bigint, used bigint, ends_at bigint)
      LANGUAGE sql AS 'SELECT 1::bigint, 1::bigint, 60000::bigint'`,
    `ALTER FUNCTION strongroom.take_limits OWNER TO ${user}`,
  ];

  test('are replaced by several that open at the same time, and not by one that reads', async () => {
    const address = await aDatabase();
    await (await openPostgresqlDocuments(address)).close();
    const bodies = await runSql(address, BODIES);
    expect(bodies.map(({ name }) => name)).toEqual(['commit_changes', 'take_limits']);
    await runSql(address, ...another());
    await (await openPostgresqlToRead(address)).close();
    expect(await runSql(address, BODIES)).not.toEqual(bodies);
    const stores = await Promise.all([openPostgresqlDocuments(address), openPostgresqlRateLimiter(address)]);
    for (const store of stores) await store.close();
    expect(await runSql(address, BODIES)).toEqual(bodies);
  });

  test('stay where another user owns them or no writes are taken, and serve', async () => {
    const { url } = await aDatabase();
    await (await openPostgresqlDocuments({ url })).close();
    await runSql({ url }, 'DROP ROLE IF EXISTS guest', "CREATE ROLE guest LOGIN PASSWORD 'secret'");
    await runSql(
      { url },
      ...another(),
      'GRANT ALL ON SCHEMA strongroom TO guest',
      'GRANT ALL ON ALL TABLES IN SCHEMA strongroom TO guest',
      'GRANT ALL ON ALL SEQUENCES IN SCHEMA strongroom TO guest',
    );
    const limiter = await openPostgresqlRateLimiter({
      url: url.replace(`${theServer().user}:${theServer().password}`, 'guest:secret'),
    });
    expect(await limiter.take('a', { limit: 5, milliseconds: 60_000 }, instant(0))).toMatchObject({ remaining: 4 });
    await limiter.close();
    await runSql({ url }, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    await (await openPostgresqlDocuments({ url })).close();
    const [, take] = await runSql({ url }, BODIES);
    expect(take?.body).toContain('SELECT 1');
  });
});

describe('an opening is refused with a sentence, and makes nothing, for', () => {
  test('a wrong password', async () => {
    const { url } = await aDatabase();
    const wrong = url.replace(theServer().password, 'hunter2');
    const { code, message } = await refusal(openPostgresqlDocuments({ url: wrong }));
    expect({ code, message }).toEqual({
      code: 'login',
      message: expect.stringContaining('check the name, the password'),
    });
    expect((await refusal(openPostgresqlRateLimiter({ url: wrong }))).code).toBe('login');
    expect(await codeOf(url.replace(`:${theServer().password}`, ''))).toBe('login');
    expect(await schemasOf(url)).toEqual([]);
  });

  test('a database that does not exist', async () => {
    expect(await codeOf(theServer().urlOf('nowhere'))).toBe('no-database');
  });

  test('a user who may not make a schema, and one who may not write a table', async () => {
    const { url } = await aDatabase();
    await runSql({ url }, 'DROP ROLE IF EXISTS reader', "CREATE ROLE reader LOGIN PASSWORD 'secret'");
    const reader = url.replace(`${theServer().user}:${theServer().password}`, 'reader:secret');
    const { code, message } = await refusal(openPostgresqlDocuments({ url: reader }));
    expect({ code, message }).toEqual({ code: 'rights', message: expect.stringContaining('owner of the database') });
    expect(await schemasOf(url)).toEqual([]);

    await (await openPostgresqlDocuments({ url })).close();
    await runSql(
      { url },
      'GRANT USAGE ON SCHEMA strongroom TO reader',
      'GRANT SELECT ON ALL TABLES IN SCHEMA strongroom TO reader',
    );
    expect(await codeOf(reader)).toBe('rights');
    await runSql(
      { url },
      'GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA strongroom TO reader',
      'GRANT USAGE ON ALL SEQUENCES IN SCHEMA strongroom TO reader',
    );
    await (await openPostgresqlDocuments({ url: reader })).close();
  });

  test('a database of another encoding', async () => {
    await runSql(
      { url: theServer().urlOf('postgres') },
      "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
    );
    expect(await codeOf(theServer().urlOf('latin'))).toBe('encoding');
  });

  test('a server that cannot be reached, in time', async () => {
    const began = performance.now();
    const { code, message } = await refusal(openPostgresqlDocuments({ url: 'postgresql://rooms@127.0.0.1:1/rooms' }));
    expect(performance.now() - began).toBeLessThan(25_000);
    expect({ code, message }).toEqual({ code: 'unreachable', message: expect.stringContaining('cannot be reached') });
  });

  test.each<[string, (socket: Socket) => unknown, string]>([
    ['is silent', () => undefined, 'does not answer in time'],
    ['is a web server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'does not speak the protocol'],
  ])('a server that %s', async (_, answer, sentence) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgresql://rooms@localhost:${port}/rooms?sslmode=verify-full`;
    expect((await refusal(openPostgresqlDocuments({ url }))).message).toContain(sentence);
    expect(await inspectPostgresql({ url })).toEqual({ state: 'unfit', reason: expect.stringContaining(sentence) });
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test.each([
    ['postgresql://db.example.com/rooms', 'not well-formed'],
    ['hunter2', 'not well-formed'],
    ['postgresql://rooms:hunter2@db.example.com', 'not well-formed'],
    ['postgresql://rooms:hunter%@db.example.com/rooms', 'encode'],
    ['postgresql://rooms:hunter2@a b/rooms', 'not well-formed'],
    ['postgresql://rooms:hunter2@db:99999/rooms', 'names no hosts'],
    ['postgresql://rooms:hunter2@db.example.com/rooms?sslmode=require', 'verify-full'],
    ['postgresql://rooms:hunter2@db.example.com/rooms?options=-c%20fsync=off', 'parameter'],
    ['postgresql://rooms:hunter2@db.example.com/rooms?target_session_attrs=any', 'read-write'],
    ['postgresql://rooms:hunter2@db.example.com/rooms?sslrootcert=/no/such/file', 'cannot be read'],
  ])('the address %s, of which no part is in the error', async (url, sentence) => {
    const { code, message, cause, stack } = await refusal(openPostgresqlDocuments({ url }));
    expect({ code, message }).toEqual({ code: 'address', message: expect.stringContaining(sentence) });
    expect(`${message} ${String(cause)} ${stack}`).not.toContain('hunter');
  });
});
