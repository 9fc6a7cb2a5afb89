import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import type { CloudKms } from '../src/index.ts';
import { CryptoKey } from './server/crypto-key.ts';
import { RING } from './server/key-service.ts';
import { A_FILE, A_ROOM, aPlace, failureOf, type Place } from './setting.ts';

const DAY = 86_400_000;

let place: Place;
let vault: CloudKms;
let key: KmsKeyId;
beforeEach(async () => {
  place = await aPlace();
  vault = await place.open();
  key = await vault.createKey(A_ROOM);
});
afterEach(() => place.end());

function kept(name: string): CryptoKey {
  const found = place.server.service.keys.get(name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

test('a rotated key wraps with its newest version, goes on unwrapping what the older ones wrapped, and dies with all of them', async () => {
  const first = await vault.wrapNewDataKey(key, A_FILE);
  kept(key).rotate();
  kept(key).rotate();
  const second = await vault.wrapNewDataKey(key, A_FILE);
  expect(second.kmsKeyId).toBe(key);
  for (const wrapped of [first, second]) expect(place.server.service.unwrap(wrapped)).toHaveLength(32);
  await vault.destroyKey(key);
  expect(kept(key).versions.map(({ state }) => state)).toEqual(Array.from({ length: 3 }, () => 'DESTROY_SCHEDULED'));
  for (const wrapped of [first, second]) expect(() => place.server.service.unwrap(wrapped)).toThrow(/not enabled/);
});

test('the vault destroys a version that a rotation creates between listing and destroying', async () => {
  let listed = 0;
  place.server.meddling = async (method, answer) => {
    const answered = answer();
    if (method === 'listCryptoKeyVersions' && listed++ === 0) kept(key).rotate();
    return answered;
  };
  expect(await vault.destroyKey(key)).toMatchObject({ state: 'scheduled' });
  expect(kept(key).versions.map(({ state }) => state)).toEqual(['DESTROY_SCHEDULED', 'DESTROY_SCHEDULED']);
});

test('a destruction is scheduled for the end of the last version, 30 days ahead by default', async () => {
  const before = Date.now();
  kept(key).schedule(1);
  place.server.service.offset = 2 * DAY;
  kept(key).rotate();
  const { state, at } = await vault.destroyKey(key);
  expect(state).toBe('scheduled');
  expect(at).toBeGreaterThanOrEqual(before + 32 * DAY);
  expect(at).toBeLessThanOrEqual(Date.now() + 32 * DAY);
});

test('a key with a shorter destruction period is destroyed sooner', async () => {
  const sooner = await place.open({ destroyedAfter: 86_400 });
  const before = Date.now();
  const { at } = await sooner.destroyKey(await sooner.createKey(A_ROOM));
  expect(at).toBeGreaterThanOrEqual(before + DAY);
  expect(at).toBeLessThanOrEqual(Date.now() + DAY);
});

test('nothing is wrapped with a key after its destruction was ordered, although Cloud KMS goes on doing it for a while', async () => {
  place.server.meddling = async (method, answer) => {
    if (method !== 'encrypt') return answer();
    const { primary } = kept(key);
    const { state } = primary;
    primary.state = 'ENABLED';
    const answered = answer();
    primary.state = state;
    return answered;
  };
  await vault.wrapNewDataKey(key, A_FILE);
  await vault.destroyKey(key);
  await expect(vault.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
  // Another process cannot know, so this test uses a server that keeps wrapping.
  expect((await (await place.open()).wrapNewDataKey(key, A_FILE)).kmsKeyId).toBe(key);
});

test('a key is reported as destroyed at the scheduled time', async () => {
  const scheduled = await vault.destroyKey(key);
  place.server.service.offset = 31 * DAY;
  expect(await vault.destroyKey(key)).toEqual({ state: 'destroyed', at: scheduled.at });
  await expect(vault.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
});

test('a disabled key is not reported as destroyed', async () => {
  kept(key).primary.state = 'DISABLED';
  expect(await failureOf(vault.wrapNewDataKey(key, A_FILE))).toMatchObject({ code: 'FAILED_PRECONDITION' });
  kept(key).primary.state = 'ENABLED';
  expect(place.server.service.unwrap(await vault.wrapNewDataKey(key, A_FILE))).toHaveLength(32);
  kept(key).primary.state = 'DISABLED';
  expect(await vault.destroyKey(key)).toMatchObject({ state: 'scheduled' });
});

test.each([
  ['a key that is not there', `${RING}/cryptoKeys/room-00000000-0000-4000-8000-000000000000-0123456789abcdef`],
  ['a key of another key ring', `${RING}2/cryptoKeys/room-00000000-0000-4000-8000-000000000000-0123456789abcdef`],
  ['the key of the organisation', `${RING}/cryptoKeys/organisation`],
  ['a key of another program', `${RING}/cryptoKeys/payroll`],
])('%s is neither destroyed nor reported as destroyed', async (_, name) => {
  place.server.service.keys.set(
    `${RING}/cryptoKeys/organisation`,
    new CryptoKey(`${RING}/cryptoKeys/organisation`, DAY, Date.now),
  );
  place.server.service.keys.set(
    `${RING}/cryptoKeys/payroll`,
    new CryptoKey(`${RING}/cryptoKeys/payroll`, DAY, Date.now),
  );
  expect(await failureOf(vault.destroyKey(name as KmsKeyId))).toMatchObject({ code: 'NOT_FOUND' });
  expect(place.server.count('destroyCryptoKeyVersion')).toBe(0);
});
