import { beforeEach, expect, test } from '@jest/globals';
import type { ReceiptId } from '@strongroom/domain';
import { upgradeStore } from '../../src/operator/upgrade/upgrade-store.ts';
import { documentOf, refTo, stateOf } from '../../src/store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../src/store/collections.ts';
import { receipts } from '../../src/store/receipts.ts';
import { rooms } from '../../src/store/rooms.ts';
import { SCHEMAS, schemas } from '../../src/store/schemas.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let low: ReceiptId;
let high: ReceiptId;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  low = await aDeletedRoom('C1');
  high = await aDeletedRoom('C4');
});

async function aDeletedRoom(label: string): Promise<ReceiptId> {
  const { id } = await aRoom(world, ada, label);
  return (await ada.ask(world.app.rooms.delete, { roomId: id })).id;
}

/** Makes the store one of the last release: receipts without labels. */
async function asTheLastReleaseLeftIt(): Promise<void> {
  const { documents } = world.ports;
  const [noted, ...found] = await documents.read([
    refTo(schemas, SCHEMAS),
    refTo(receipts, low),
    refTo(receipts, high),
  ]);
  if (noted === undefined) throw new Error('a store without its schemas');
  const numbers = { ...schemasOf(COLLECTIONS), receipts: 2 };
  await documents.commit([
    ...found.flatMap((document) => {
      if (document === undefined) return [];
      const { label: _, ...body } = stateOf(receipts, document);
      const keys = ['all', `by:${body.deletedBy}`];
      const replace = { ...document, version: document.version + 1, schema: 2, keys, body };
      return [{ collection: receipts.name, replace }];
    }),
    { collection: schemas.name, replace: documentOf(schemas, { written: numbers, begun: numbers }, noted.version + 1) },
  ]);
}

const upgrade = () => upgradeStore(world.ports, { begins: async () => undefined });

async function seenBy(clearance: string): Promise<readonly string[]> {
  const reader = await aPerson(world, 'auditor', { clearance });
  const upgraded = await another(world);
  const { items, meta } = await reader.at(upgraded.app).ask(upgraded.app.receipts.list, {});
  expect(meta.total).toBe(items.length);
  return items.map(({ id }) => id);
}

test('the upgrade gives receipts of the last release the labels of their rooms', async () => {
  await asTheLastReleaseLeftIt();
  expect(await upgrade()).toBe(2);
  expect(await seenBy('C3')).toEqual([low]);
  expect(new Set(await seenBy('C4'))).toEqual(new Set([low, high]));
});

test('a receipt whose room is gone stays with the person who deleted it', async () => {
  await asTheLastReleaseLeftIt();
  const [document] = await world.ports.documents.read([refTo(receipts, low)]);
  if (document === undefined) throw new Error('no receipt');
  const { roomId } = stateOf(receipts, document);
  const [room] = await world.ports.documents.read([refTo(rooms, roomId)]);
  await world.ports.documents.commit([{ collection: rooms.name, remove: { id: roomId, version: room?.version ?? 0 } }]);
  await upgrade();
  expect(await seenBy('C4')).toEqual([high]);
  expect((await ada.ask(world.app.receipts.list, {})).meta.total).toBe(2);
  await world.owner.ask(world.app.users.changeRole, { userId: ada.id, role: 'auditor' });
  expect((await ada.ask(world.app.receipts.list, {})).meta.total).toBe(2);
});
