import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { Instant } from '@strongroom/domain';
import { DocumentDamaged, defineCollection, documentOf, refTo, stateOf } from '../../src/store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../src/store/collections.ts';
import { processes } from '../../src/store/processes.ts';
import { SCHEMAS, schemas } from '../../src/store/schemas.ts';
import { storePlaces } from '../../src/store/store-places.ts';
import { TestClock } from '../world/clock.ts';
import { memoryPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';

const FOLDER = join(import.meta.dirname, '../../src/store');

/** Their shape never changes, so that processes of every version share them. */
const OF_ONE_SHAPE = [schemas.name, processes.name, storePlaces.name];

const isCollection = (value: unknown): value is Readonly<{ name: string }> =>
  typeof value === 'object' && value !== null && 'upcasts' in value && 'name' in value;

test('an upgrade covers every collection and no other', async () => {
  const names: string[] = [];
  for (const file of readdirSync(FOLDER)) {
    const module: Readonly<Record<string, unknown>> = await import(join(FOLDER, file));
    names.push(
      ...Object.values(module)
        .filter(isCollection)
        .map(({ name }) => name),
    );
  }
  expect(COLLECTIONS.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => !OF_ONE_SHAPE.includes(name)).toSorted(),
  );
});

test('a store says from its first commit on which schemas it holds', async () => {
  const ports = { ...memoryPorts(new TestClock()), documents: new MemoryDocumentStore() };
  await serve(ports, new TestClock(), '');
  const [document] = await ports.documents.read([refTo(schemas, SCHEMAS)]);
  const known = schemasOf(COLLECTIONS);
  expect(document && stateOf(schemas, document)).toEqual({ written: known, begun: known });
});

test('a document that is intact in one collection is examined again in another', () => {
  type Note = Readonly<{ id: string }>;
  const base = { id: ({ id }: Note) => id, position: () => 0 as Instant };
  const notes = defineCollection<Note>({ ...base, name: 'notes' });
  const marks = defineCollection<Note>({ ...base, name: 'marks', shape: () => ({ mark: 'text' }) });
  const document = documentOf(notes, { id: 'a' }, 1);
  for (let times = 0; times < 2; times++) expect(stateOf(notes, document)).toBe(document.body);
  expect(() => stateOf(marks, document)).toThrow(DocumentDamaged);
});
