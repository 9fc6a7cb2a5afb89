import { expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { PostgresqlAuditLog } from '../src/audit/postgresql-audit-log.ts';
import { openPostgresqlDocuments, openPostgresqlToRead } from '../src/index.ts';
import { openTables } from '../src/opening/open.ts';
import { aDatabase, anEmptyDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

const COUNTED = `SELECT (SELECT count(*) FROM strongroom.events WHERE seq IS NULL) AS waiting,
  (SELECT count(*) FROM strongroom.events) AS all`;

test('a database that is opened to be read gets no table, no event, and no number for one that waits', async () => {
  const address = await aDatabase();
  await expect(openPostgresqlToRead(address)).rejects.toThrow('the database has no tables of Strongroom');
  expect(await runSql(address, "SELECT to_regclass('strongroom.layout') AS found")).toEqual([{ found: null }]);
  await (await openPostgresqlDocuments(address)).close();
  await runSql(
    address,
    `INSERT INTO strongroom.events (id, place, nth, head, tail) VALUES (gen_random_uuid(), 1, 0, '{"seq":', '}')`,
  );
  const reader = await openPostgresqlToRead(address);
  expect(await reader.audit.head()).toMatchObject({ size: 0 });
  expect(await reader.audit.examineIndex(10)).toEqual({ blocks: 0, compared: 0, faults: [] });
  await expect(reader.commit([{ collection: 'things', remove: { id: 'a', version: 1 } }])).rejects.toThrow(Unavailable);
  await reader.close();
  expect(await runSql(address, COUNTED)).toEqual([{ waiting: '1', all: '1' }]);
});

test('events that wait are numbered in parts, each with a deadline of its own', async () => {
  const address = await anEmptyDatabase();
  await (await openPostgresqlDocuments(address)).close();
  const head = `{"actor":{"id":null,"token_id":null,"type":"system"},"occurred_at":"2026-11-29T12:00:00Z","outcome":"allowed","seq":`;
  const tail = `,"target":{"id":"a","label":null,"room_id":null,"type":"organisation"},"type":"room.edited"}`;
  await runSql(
    address,
    `INSERT INTO strongroom.events (id, place, nth, head, tail)
      SELECT gen_random_uuid(), n, 0, '${head}', '${tail}' FROM generate_series(1, 1200) AS n`,
  );
  const sessions = await openTables(address, 'documents');
  let asked = 0;
  const log = new PostgresqlAuditLog({
    sessions,
    // Half of the time of a call is over once it has begun.
    ask: (call) => {
      asked += 1;
      return call({ left: () => 1000, isOver: () => false });
    },
  });
  expect((await log.head()).size).toBe(1200);
  // Two parts of 500 events, the rest, and two tiles of the head.
  expect(asked).toBe(3 + 2);
  sessions.close();
});
