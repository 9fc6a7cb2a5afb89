import { expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { openPostgresqlDocuments, openPostgresqlToRead } from '../src/index.ts';
import { aDatabase, runSql, withPostgresql } from './setting.ts';

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
