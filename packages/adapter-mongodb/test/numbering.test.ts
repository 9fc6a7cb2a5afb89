import { expect, test } from '@jest/globals';
import type { EventId } from '@strongroom/domain';
import { openMongoDocuments } from '../src/index.ts';
import { event } from './event.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const named = (id: string) => ({ ...event(), id: id as EventId });

test('numbers events that another process left behind, whatever their ids are', async () => {
  const address = aDatabase();
  const early = await openMongoDocuments(address);
  const left = [event(), named('$seq'), named('$$ROOT')];
  await early.commit([], left);
  await early.close();
  const later = await openMongoDocuments(address);
  const own = event();
  await later.commit([], [own]);
  const texts = await later.audit.texts(0, 9);
  expect(texts.map((text) => JSON.parse(text ?? '{}'))).toMatchObject(
    [...left, own].map(({ id }, seq) => ({ id, seq })),
  );
  await later.close();
});

test('numbers more events than one transaction takes', async () => {
  const store = await openMongoDocuments(aDatabase());
  const events = Array.from({ length: 600 }, event);
  await Promise.all(events.map((one) => store.commit([], [one])));
  expect((await store.audit.head()).size).toBe(events.length);
  const seqs = await Promise.all(events.map(({ id }) => store.audit.seqOf(id)));
  expect([...seqs].sort((a, b) => Number(a) - Number(b))).toEqual(events.map((_, index) => index));
  await store.close();
});
