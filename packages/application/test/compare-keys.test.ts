import { expect, test } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import { compareKeys } from '../src/operator/compare-keys.ts';
import { aRoom } from './world/mothers.ts';
import { openWorld } from './world/world.ts';

const isOfVault = (): boolean => true;

test('rooms without a key and keys without a room are named, and nothing of a key that waits for its destruction', async () => {
  const world = await openWorld();
  const { documents } = world.ports;
  const [kept, lost, doomed] = [
    await aRoom(world, world.owner),
    await aRoom(world, world.owner),
    await aRoom(world, world.owner),
  ];
  await world.owner.ask(world.app.rooms.delete, { roomId: doomed.id });
  const stray = 'local:00000000-0000-4000-8000-000000000001' as KmsKeyId;
  const keysThere = async (): Promise<readonly KmsKeyId[]> => [kept.kmsKeyId, doomed.kmsKeyId, stray];
  expect(await compareKeys({ documents, keysThere, isOfVault })).toEqual({
    rooms: 2,
    keyless: [{ roomId: lost.id, kmsKeyId: lost.kmsKeyId }],
    unused: [stray],
  });
  expect(await compareKeys({ documents, keysThere, isOfVault: (id) => id === kept.kmsKeyId })).toMatchObject({
    rooms: 1,
    keyless: [],
  });
});

test('a room that is made while keys are listed counts for neither side', async () => {
  const world = await openWorld();
  const { documents } = world.ports;
  const keysThere = async (): Promise<readonly KmsKeyId[]> => {
    const [early, late] = [await aRoom(world, world.owner), await aRoom(world, world.owner)];
    expect(late.id).not.toBe(early.id);
    return [early.kmsKeyId];
  };
  expect(await compareKeys({ documents, keysThere, isOfVault })).toEqual({ rooms: 2, keyless: [], unused: [] });
});
