import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keyVaultPromises, runAgainst } from '@strongroom/contract-tests';
import type { KmsKeyId } from '@strongroom/domain';
import type { WrappedDek } from '@strongroom/ports';
import { RING } from './server/key-service.ts';
import { A_FILE, A_ROOM, ANOTHER_ROOM, aPlace, failureOf, type Place } from './setting.ts';

const KEY = `${RING}/cryptoKeys/organisation`;

let place: Place;
beforeEach(async () => {
  place = await aPlace();
});
afterEach(() => place.end());

const open = () => place.open({ scope: 'organisation' });

test('the vault uses one key for all rooms, even under concurrent requests', async () => {
  const vaults = await Promise.all([open(), open(), open()]);
  const keys = await Promise.all(vaults.flatMap((vault) => [vault.createKey(A_ROOM), vault.createKey(ANOTHER_ROOM)]));
  expect(new Set(keys)).toEqual(new Set([KEY]));
  expect([...place.server.service.keys.keys()]).toEqual([KEY]);
  expect(vaults.map(({ scope }) => scope)).toEqual(['organisation', 'organisation', 'organisation']);
});

test('the vault never destroys the key of the organisation', async () => {
  const vault = await open();
  const key = await vault.createKey(A_ROOM);
  expect(await failureOf(vault.destroyKey(key))).toMatchObject({ code: 'NOT_FOUND' });
  expect(place.server.service.unwrap(await vault.wrapNewDataKey(key, A_FILE))).toHaveLength(32);
});

/** KV-03 to KV-07 concern several keys, or a destroyed one, and do not apply to one key for all rooms. */
test('the vault keeps the promises of the port about one active key', async () => {
  const vault = await open();
  const harness = {
    vault,
    neverMade: `${RING}/cryptoKeys/other` as KmsKeyId,
    unwrap: async (wrapped: WrappedDek) => place.server.service.unwrap(wrapped),
    later: async () => undefined,
    end: async () => undefined,
  };
  const about = keyVaultPromises.filter(({ id }) => ['KV-01', 'KV-02', 'KV-08', 'KV-09'].includes(id));
  expect(await runAgainst(about, async () => harness)).toEqual([]);
  expect(about).toHaveLength(4);
});
