import { beforeEach, expect, test } from '@jest/globals';
import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { NewEvent } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { upgradeStore } from '../../src/operator/upgrade/upgrade-store.ts';
import { oldEvents } from '../../src/store/old-events.ts';
import { TestClock } from '../world/clock.ts';
import { fated } from '../world/faulty-documents.ts';
import { commits, Gate } from '../world/gate.ts';
import { type Around, intercepted } from '../world/intercepted.ts';
import { memoryPorts } from '../world/ports.ts';
import { anOlderLog, assertMoved } from './older-log.ts';

let documents: DocumentStore;
let events: readonly NewEvent[];
beforeEach(async () => {
  documents = new MemoryDocumentStore();
  events = await anOlderLog(documents, 450);
});

const start = (around: Around = (_, proceed) => proceed()): Promise<unknown> =>
  upgradeStore(intercepted({ ...memoryPorts(new TestClock()), documents }, around), {
    collections: [oldEvents],
    begins: async () => undefined,
  });

test('moves the events of an older version to the log, oldest first, after their number', async () => {
  await start();
  await expect(assertMoved(documents, events)).resolves.toBeUndefined();
});

test('moves nothing twice', async () => {
  await start();
  const { size } = await documents.audit.head();
  await start();
  expect((await documents.audit.head()).size).toBe(size);
});

test.each([1, 2, 3, 4, 5])('goes on where a process died at its commit number %d', async (at) => {
  const gate = new Gate();
  let written = 0;
  const dying = gate.hold((call) => commits(call) && ++written >= at);
  void start(gate.around);
  await dying;
  await start();
  await expect(assertMoved(documents, events)).resolves.toBeUndefined();
});

test('the work is shared by several processes that start at the same time', async () => {
  await Promise.all([start(), start(), start()]);
  await expect(assertMoved(documents, events)).resolves.toBeUndefined();
});

test('loses and repeats nothing when answers are lost', async () => {
  await start(fated('lost', 'vanished', 'lost', 'stored', 'late', 'lost', 'vanished', 'lost'));
  await expect(assertMoved(documents, events)).resolves.toBeUndefined();
});
