import { expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type Change, Unavailable } from '@strongroom/ports';
import { openPostgresqlDocuments } from '../src/index.ts';
import { aDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

/** Inserting the document `slow` takes the server longer than the deadline of a call. */
const SLOW = `
  CREATE FUNCTION strongroom.wait() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_sleep(4);
    RETURN NEW;
  END $$;
  CREATE TRIGGER waits BEFORE INSERT ON strongroom.documents
  FOR EACH ROW WHEN (NEW.id = 'slow') EXECUTE FUNCTION strongroom.wait();
`;

const insert = (id: string): Change => ({
  collection: 'things',
  insert: { id, version: 1, schema: 1, position: 1000 as Instant, keys: [], uniqueKeys: [], body: {} },
});

test('a large commit of 3 000 documents has more time than one of two, and leaves the session as it was', async () => {
  const address = await aDatabase();
  const store = await openPostgresqlDocuments(address);
  try {
    await runSql(address, SLOW);
    const many = Array.from({ length: 3000 }, (_, index) => insert(`thing ${index}`));
    await store.commit([insert('slow'), ...many]);
    expect(await store.read([{ collection: 'things', id: 'slow' }])).toHaveLength(1);
    await runSql(address, "DELETE FROM strongroom.documents WHERE id = 'slow'");
    await expect(store.commit([insert('slow'), insert('another')])).rejects.toBeInstanceOf(Unavailable);
  } finally {
    await store.close();
  }
}, 60_000);
