import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Unavailable, VersionConflict } from '@strongroom/ports';
import { openDatabase } from '../../src/documents/sqlite-file.ts';
import { openSqliteDocuments, SqliteDocumentStore } from '../../src/index.ts';
import { inspectSqlite } from './inspect-sqlite.ts';
import { insert, read, replace, THINGS, thing, upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;
let store: SqliteDocumentStore;

beforeEach(async () => {
  place = await workplace();
  store = await openSqliteDocuments({ path: place.path });
});
afterEach(async () => {
  await store.close();
  await place.clear();
});

/** The statements and commits during `work`. */
const done = async (work: () => Promise<unknown>) => {
  const before = { ...store.counters };
  await work();
  const { statements, commits, syncs } = store.counters;
  return { statements: statements - before.statements, commits: commits - before.commits, syncs: syncs - before.syncs };
};

const count = (key: string): Promise<number> => store.count(THINGS, { anyOf: [key] });

describe('in a group commit', () => {
  test('all commits called in one turn share one sync', async () => {
    const work = () => Promise.all(upTo(50).map((n) => store.commit([insert(thing(`n${n}`, n, ['k']))])));
    expect(await done(work)).toMatchObject({ commits: 50, syncs: 1 });
    expect(await count('k')).toBe(50);
  });

  test('a commit without a conflict costs a statement for each row that it writes', async () => {
    await store.commit([insert(thing('known'))]);
    await read(store, 'known');
    const expected = { collection: THINGS, expect: { id: 'known', version: 1 } };
    const work = () => Promise.all(upTo(50).map((n) => store.commit([insert(thing(`n${n}`, n, ['k'])), expected])));
    const frame = 3; // BEGIN, whether another process wrote, COMMIT
    expect(await done(work)).toEqual({ statements: frame + 100, commits: 50, syncs: 1 });
  });

  test('commits of different turns have a sync each', async () => {
    const work = async () => {
      for (const n of upTo(3)) await store.commit([insert(thing(`n${n}`))]);
    };
    expect(await done(work)).toMatchObject({ commits: 3, syncs: 3 });
  });

  test('rolls back a refused commit alone', async () => {
    await store.commit([insert(thing('a'))]);
    const outcomes = await Promise.allSettled([
      store.commit([insert(thing('b', 1, ['k']))]),
      store.commit([insert(thing('c', 1, ['k'])), replace({ ...thing('a'), version: 7 }, 'late')]),
      store.commit([insert(thing('d', 1, ['k'])), replace(thing('a'), 'new')]),
      store.commit([replace(thing('a'), 'beaten by the one before')]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))).toEqual([
      new VersionConflict(THINGS, 'a'),
      new VersionConflict(THINGS, 'a'),
    ]);
    expect([await count('k'), (await read(store, 'a'))?.body, await read(store, 'c')]).toEqual([2, 'new', undefined]);
  });

  test('syncs nothing when all commits are refused', async () => {
    const work = () => Promise.allSettled(upTo(3).map(() => store.commit([replace(thing('none'), 1)])));
    expect(await done(work)).toMatchObject({ commits: 0, syncs: 0 });
  });

  test('no commit resolves before its whole group is stored', async () => {
    const witness = new DatabaseSync(place.path, { readOnly: true });
    const seen: unknown[] = [];
    const look = witness.prepare('SELECT count(*) AS n FROM documents');
    await Promise.all(upTo(9).map((n) => store.commit([insert(thing(`n${n}`))]).then(() => seen.push(look.get()?.n))));
    witness.close();
    expect(seen).toEqual(upTo(9).map(() => 9));
  });

  test('all reads called in one turn share one snapshot', async () => {
    const work = () => Promise.all([...upTo(20).map((n) => read(store, `n${n}`)), count('k')]);
    expect((await done(work)).statements).toBe(21 + 4); // whether another process wrote, twice; BEGIN, COMMIT
  });

  test('completes calls made before closing', async () => {
    const committed = store.commit([insert(thing('a'))]);
    const closed = store.close();
    await Promise.all([committed, closed]);
    store = await openSqliteDocuments({ path: place.path });
    expect(await read(store, 'a')).toEqual(thing('a'));
  });
});

describe('a full disk', () => {
  test('refuses the group as unavailable, keeps what was there, and what fits is taken again', async () => {
    await store.commit([insert(thing('before'))]);
    const connection = openDatabase(place.path);
    connection.sql('PRAGMA max_page_count = 40').row();
    const confined = new SqliteDocumentStore(connection, place.path, { deadlineMs: 1000 });
    const refusals = await Promise.allSettled([
      confined.commit([insert(thing('small'))]),
      confined.commit(upTo(200).map((n) => insert(thing(`large ${n}`, 'x'.repeat(2000), ['k'])))),
      confined.commit([replace(thing('none'), 1)]),
    ]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 'rejected', reason: { dependency: 'documents', maybeDone: false } });
      expect(refusal.status === 'rejected' && refusal.reason).toBeInstanceOf(Unavailable);
    }
    expect([await count('k'), await read(confined, 'small'), await read(confined, 'before')]).toEqual([
      0,
      undefined,
      thing('before'),
    ]);
    await confined.commit([insert(thing('small'))]);
    await confined.close();
    expect(await read(store, 'small')).toEqual(thing('small'));
    expect(inspectSqlite(place.path).problems).toEqual([]);
  });
});
