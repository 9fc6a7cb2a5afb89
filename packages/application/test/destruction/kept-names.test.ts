import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ReceiptId } from '@strongroom/domain';
import { aFile, anUpload, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';
import { workUntilDone } from './setting.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
});

/** A destroyed room with a file, one above its label, one in the bin and an announced one: the receipt, and their paths. */
async function destroyed(keepNames?: boolean) {
  const room = await aRoom(world, ada, 'C2');
  await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 30 });
  const low = await aFile(world, ada, room);
  const high = await aFile(world, ada, room, { classification: 'C4' });
  const binned = await aFile(world, ada, room);
  await ada.ask(world.app.files.delete, { fileId: binned.id });
  await anUpload(world, ada, room);
  const asked = keepNames === undefined ? {} : { keepNames };
  const { id } = await ada.ask(world.app.rooms.delete, { roomId: room.id, ...asked });
  await workUntilDone(world);
  return { id, low: pathOf(low), high: pathOf(high), binned: pathOf(binned) };
}

const pathOf = ({ folder, name }: Readonly<{ folder: string; name: string }>): string => `${folder}/${name}`;

const pathsFor = async (reader: Person, receiptId: ReceiptId) => {
  const { items } = await reader.ask(world.app.receipts.listFiles, { receiptId });
  return new Set(items.map(({ named }) => named && pathOf(named)));
};

describe('a receipt', () => {
  test('keeps no name of a file unless it is asked to', async () => {
    const { id } = await destroyed();
    expect(await pathsFor(ada, id)).toEqual(new Set([undefined]));
  });

  test('keeps the names of files, up to the clearance of its reader', async () => {
    const { id, low, high, binned } = await destroyed(true);
    expect(await ada.ask(world.app.receipts.get, { receiptId: id })).toMatchObject({ keepsNames: true });
    expect(await pathsFor(ada, id)).toEqual(new Set([low, high, binned, undefined]));
    const auditor = await aPerson(world, 'auditor', { clearance: 'C3' });
    expect(await pathsFor(auditor, id)).toEqual(new Set([low, binned, undefined]));
  });

  test('keeps names for owners of the room only, so that no stranger reads them by destroying it', async () => {
    const room = await aRoom(world, ada, 'C2');
    const chief = await aPerson(world, 'owner');
    const destroy = (keepNames: boolean) => chief.ask(world.app.rooms.delete, { roomId: room.id, keepNames });
    expect(await codeOf(destroy(true))).toBe('INSUFFICIENT_ROOM_ROLE');
    await destroy(false);
  });
});
