import { beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryDocumentStore } from '@strongroom/adapter-local';
import { EPOCH } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { SettingsUnfit } from '../../src/index.ts';
import { refuseUnreadableStore } from '../../src/operator/upgrade/store-schemas.ts';
import { upgradeStore } from '../../src/operator/upgrade/upgrade-store.ts';
import { type Collection, defineCollection, documentOf, refBy, refTo, stateOf } from '../../src/store/collection.ts';
import { SCHEMAS, schemas } from '../../src/store/schemas.ts';
import { TestClock } from '../world/clock.ts';
import { fated } from '../world/faulty-documents.ts';
import { commits, Gate } from '../world/gate.ts';
import { type Around, intercepted } from '../world/intercepted.ts';
import { memoryPorts, TestLog } from '../world/ports.ts';
import { anOlderStore, assertUpgraded, BEFORE, letters, NOW, parcels } from './setting.ts';

let documents: DocumentStore;
beforeEach(() => {
  documents = new MemoryDocumentStore();
});

/** Starts a present process on the store, and counts its notices of pending work. */
async function start(around: Around = (_, proceed) => proceed(), collections: readonly Collection<never>[] = NOW) {
  let begun = 0;
  const ports = intercepted({ ...memoryPorts(new TestClock()), documents }, around);
  await upgradeStore(ports, { collections, begins: async () => void begun++ });
  return begun;
}

const storedSchemas = async () => {
  const [document] = await documents.read([refTo(schemas, SCHEMAS)]);
  return document && stateOf(schemas, document);
};

describe('a document of an older schema', () => {
  test('is read as the state it is today', async () => {
    await anOlderStore(documents, 8);
    const [document] = await documents.read([{ collection: parcels.name, id: 'parcel-00007' }]);
    expect(document?.schema).toBe(1);
    expect(document && stateOf(parcels, document)).toEqual({ id: 'parcel-00007', grams: 7000, at: 1007 });
  });

  test.each([0, 4])('is refused with an unknown schema: %d', (schema) => {
    const document = { ...documentOf(parcels, { id: 'a', grams: 1, at: EPOCH }, 1), schema };
    expect(() => stateOf(parcels, document)).toThrow(`parcels holds schema ${schema}; this build reads 1 to 3`);
  });
});

describe('a store of before the oldest form', () => {
  const { schema: _, ...unnumbered } = letters;
  const later = defineCollection({ ...unnumbered, oldest: 2 });

  test('is refused with the version to start first, and stays as it is', async () => {
    await anOlderStore(documents, 1);
    await start(undefined, BEFORE);
    const collections = [BEFORE[0], later];
    await expect(refuseUnreadableStore(documents, collections)).rejects.toThrow(
      'it holds letters of schema 1, and this version reads from 2 on. Start version 0.2.0 on it',
    );
    const before = await storedSchemas();
    await expect(start(undefined, collections)).rejects.toThrow(SettingsUnfit);
    expect(await storedSchemas()).toEqual(before);
  });

  test('has documents that are never taken for others', () => {
    const document = { ...documentOf(later, { id: 'a', at: EPOCH }, 1), schema: 1 };
    expect(() => stateOf(later, document)).toThrow('letters holds schema 1; this build reads 2 to 2');
  });
});

describe('the upgrade of a store', () => {
  test('rewrites older documents with the current keys, and leaves the others unchanged', async () => {
    await anOlderStore(documents, 450);
    expect(await start()).toBe(1);
    await assertUpgraded(documents, 450);
    const [letter, oldKey, newKey] = await documents.read([
      refTo(letters, 'letter'),
      refBy(parcels, 'old:parcel-00001'),
      refBy(parcels, 'new:parcel-00001'),
    ]);
    expect([letter?.version, oldKey, newKey?.id]).toEqual([1, undefined, 'parcel-00001']);
    expect(await storedSchemas()).toEqual({ written: { parcels: 3, letters: 1 }, begun: { parcels: 3, letters: 1 } });
  });

  test('is done once: the next start looks at one document', async () => {
    await anOlderStore(documents, 3);
    await start();
    const asked: string[] = [];
    const begun = await start((call, proceed) => {
      asked.push(call.method);
      return proceed();
    });
    expect([begun, asked]).toEqual([0, ['read']]);
  });

  test('has nothing to do in an empty store, and says nothing about it', async () => {
    expect(await start()).toBe(0);
    expect(await storedSchemas()).toBeUndefined();
  });

  test('notes the schemas of a store that was written before they were noted', async () => {
    await anOlderStore(documents, 2);
    expect(await start(undefined, BEFORE)).toBe(0);
    expect(await storedSchemas()).toEqual({ written: { parcels: 1, letters: 1 }, begun: { parcels: 1, letters: 1 } });
  });

  test('is recorded in the store before the first document is written', async () => {
    await anOlderStore(documents, 3);
    const gate = new Gate();
    let written = 0;
    const atSecond = gate.hold((call) => commits(call) && ++written === 2);
    const starting = start(gate.around);
    await atSecond;
    expect(await storedSchemas()).toEqual({ written: {}, begun: { parcels: 3, letters: 1 } });
    gate.open();
    await starting;
  });

  test.each([1, 2, 3, 4, 5])('continues after a process died at its commit number %d', async (at) => {
    await anOlderStore(documents, 450);
    const gate = new Gate();
    let written = 0;
    const dying = gate.hold((call) => commits(call) && ++written >= at);
    void start(gate.around);
    await dying;
    await start();
    await expect(assertUpgraded(documents, 450)).resolves.toBeUndefined();
  });

  test('is shared by several processes that start at the same time', async () => {
    await anOlderStore(documents, 950);
    await Promise.all([start(), start(), start()]);
    await assertUpgraded(documents, 950);
    expect((await storedSchemas())?.written).toEqual({ parcels: 3, letters: 1 });
  });

  test('is not stopped by answers that are lost', async () => {
    await anOlderStore(documents, 450);
    await start(fated('lost', 'vanished', 'lost', 'stored', 'late', 'lost', 'vanished', 'lost'));
    await expect(assertUpgraded(documents, 450)).resolves.toBeUndefined();
  });

  test('says how far it has come', async () => {
    await anOlderStore(documents, 450);
    const clock = new TestClock();
    const lines: unknown[] = [];
    const log = Object.assign(new TestLog(), {
      info: (message: string, fields: object = {}) => void lines.push({ message, ...fields }),
    });
    const ports = intercepted({ ...memoryPorts(clock), documents }, (call, proceed) => {
      if (commits(call)) clock.advance(3000);
      return proceed();
    });
    await upgradeStore({ ...ports, log }, { collections: NOW, begins: async () => undefined });
    expect(lines).toContainEqual({ message: 'upgrading the store', collection: 'parcels', documents: 200 });
    expect(lines.at(-1)).toEqual({ message: 'the store is upgraded', documents: 450 });
  });
});

describe('a store of a newer version', () => {
  const newer = defineCollection<{ id: string }>({ name: 'stamps', id: (stamp) => stamp.id, position: () => EPOCH });

  test('is refused with a sentence that says what to do, and nothing in it is touched', async () => {
    await anOlderStore(documents, 3);
    await start();
    const starting = start(undefined, BEFORE);
    await expect(starting).rejects.toBeInstanceOf(SettingsUnfit);
    await expect(starting).rejects.toThrow(
      'This store was written by a newer version: it holds parcels of schema 3, and this version reads up to 1. Start the newer version, or restore a backup that was made before the upgrade.',
    );
    await assertUpgraded(documents, 3);
  });

  test('is also refused while its upgrade is incomplete', async () => {
    await anOlderStore(documents, 450);
    const gate = new Gate();
    let written = 0;
    const dying = gate.hold((call) => commits(call) && ++written === 2);
    void start(gate.around);
    await dying;
    await expect(start(undefined, BEFORE)).rejects.toThrow('newer version');
    await expect(refuseUnreadableStore(documents, BEFORE)).rejects.toThrow('newer version');
    await expect(refuseUnreadableStore(documents, NOW)).resolves.toBeUndefined();
  });

  test('is refused if it holds an unknown collection', async () => {
    await anOlderStore(documents, 1);
    await upgradeStore(
      { ...memoryPorts(new TestClock()), documents },
      { collections: [...NOW, newer], begins: async () => undefined },
    );
    await expect(start()).rejects.toThrow('it holds stamps of schema 1, and this version reads none');
  });

  test('stops an upgrade to an older one that is under way', async () => {
    await anOlderStore(documents, 450);
    const gate = new Gate();
    let written = 0;
    const last = gate.hold((call) => commits(call) && ++written === 5);
    const starting = start(gate.around);
    await last;
    await upgradeStore(
      { ...memoryPorts(new TestClock()), documents },
      { collections: [...NOW, newer], begins: async () => undefined },
    );
    gate.open();
    await expect(starting).rejects.toThrow('newer version');
  });
});
