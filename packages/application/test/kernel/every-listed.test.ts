import { expect, test } from '@jest/globals';
import { MemoryDocumentStore } from '@strongroom/adapter-local';
import { EPOCH, plus } from '@strongroom/domain';
import { defineCollection, documentOf } from '../../src/store/collection.ts';
import { everyListed } from '../../src/store/every-listed.ts';

type Entry = Readonly<{ id: string; at: number }>;

const entries = defineCollection<Entry>({
  name: 'entries',
  id: (entry) => entry.id,
  position: (entry) => plus(EPOCH, entry.at),
  keys: () => ['shown'],
});

test.each([0, 1, 499, 500, 501, 1001])('each of %i items is read once, oldest first', async (count) => {
  const documents = new MemoryDocumentStore();
  const numbers = Array.from({ length: count }, (_, number) => number);
  await documents.commit(
    numbers.map((number) => ({
      collection: entries.name,
      // Many of one age, so that a read ends among them.
      insert: documentOf(entries, { id: String(number).padStart(4, '0'), at: Math.floor(number / 7) }, 1),
    })),
  );
  const found: number[] = [];
  for await (const { id } of everyListed(documents, entries, ['shown'])) found.push(Number(id));
  expect(found).toEqual(numbers);
});
