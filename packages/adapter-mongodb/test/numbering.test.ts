import { expect, test } from '@jest/globals';
import { leafHash } from '@strongroom/audit-proof';
import type { EventId } from '@strongroom/domain';
import { MongoAuditLog } from '../src/audit/mongo-audit-log.ts';
import { openDatabase } from '../src/connection/open.ts';
import { openMongoDocuments } from '../src/index.ts';
import { anEvent } from './event.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const named = (id: string) => ({ ...anEvent(), id: id as EventId });

test('the log numbers events that another process left behind, whatever their ids are', async () => {
  const address = aDatabase();
  const early = await openMongoDocuments(address);
  const left = [anEvent(), named('$seq'), named('$$ROOT')];
  await early.commit([], left);
  await early.close();
  const later = await openMongoDocuments(address);
  const own = anEvent();
  await later.commit([], [own]);
  const texts = await later.audit.texts(0, 9);
  expect(texts.map((text) => JSON.parse(text ?? '{}'))).toMatchObject(
    [...left, own].map(({ id }, seq) => ({ id, seq })),
  );
  await later.close();
});

test('the log numbers more events than one transaction takes', async () => {
  const store = await openMongoDocuments(aDatabase());
  const events = Array.from({ length: 600 }, anEvent);
  await Promise.all(events.map((one) => store.commit([], [one])));
  expect((await store.audit.head()).size).toBe(events.length);
  const seqs = await Promise.all(events.map(({ id }) => store.audit.seqOf(id)));
  expect([...seqs].sort((a, b) => Number(a) - Number(b))).toEqual(events.map((_, index) => index));
  await store.close();
});

test('events that wait are numbered in parts, each with a deadline of its own', async () => {
  const address = aDatabase();
  const store = await openMongoDocuments(address);
  await store.commit([], Array.from({ length: 1100 }, anEvent));
  await store.close();
  const connection = await openDatabase(address, 'documents', []);
  let asked = 0;
  const log = new MongoAuditLog({
    connection,
    // Half of the time of a call is over once it has begun.
    ask: (call) => {
      asked += 1;
      return call({ left: () => 1000, isOver: () => false });
    },
  });
  expect((await log.head()).size).toBe(1100);
  // Two parts of 512 events, the rest, and two tiles of the head.
  expect(asked).toBe(3 + 2);
  await connection.close();
});

test('a tile is filled with the entries numbered before and the new ones', async () => {
  const store = await openMongoDocuments(aDatabase());
  for (const count of [100, 300, 400]) {
    await store.commit([], Array.from({ length: count }, anEvent));
    await store.audit.head();
  }
  const leaves = (await store.audit.entries(0, 800)).map(leafHash);
  for (const index of [0, 1, 2])
    expect(await store.audit.tile(0, index, 256)).toEqual(
      Uint8Array.from(Buffer.concat(leaves.slice(index * 256, (index + 1) * 256))),
    );
  await store.close();
});
