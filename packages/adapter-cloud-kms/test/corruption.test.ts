import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import type { CloudKms } from '../src/index.ts';
import { expectRefusals } from './corrupt-answers.ts';
import { CORRUPTIONS } from './corrupted.ts';
import { A_FILE, A_ROOM, aPlace, failureOf, type Place } from './setting.ts';

let place: Place;
let vault: CloudKms;
let key: KmsKeyId;
beforeEach(async () => {
  place = await aPlace();
  vault = await place.open({ isBound: true });
  key = await vault.createKey(A_ROOM);
});
afterEach(() => place.end());

describe('an answer to a wrapping is refused, and asked for three times at most, when', () => {
  // oxlint-disable-next-line jest/expect-expect -- what is called expects
  test.each(Object.keys(CORRUPTIONS))('%s', async (kind) => {
    await expectRefusals({ ...place, vault, key }, kind, 12);
  });
});

test('the vault accepts an answer that arrives whole at the third try', async () => {
  const { server } = place;
  server.meddling = async (method, answer) =>
    method === 'encrypt' && server.count('encrypt') < 3 ? { ...answer(), verifiedPlaintextCrc32c: false } : answer();
  const wrapped = await vault.wrapNewDataKey(key, A_FILE);
  expect(server.service.unwrap(wrapped)).toHaveLength(32);
  expect(server.count('encrypt')).toBe(3);
});

test.each(['plaintext', 'additionalAuthenticatedData'] as const)(
  'a request whose %s was damaged in transit is detected by the server, and sent at most three times',
  async (field) => {
    const { server } = place;
    server.meddling = async (method, answer, request) => {
      const bytes = request[field];
      if (method === 'encrypt' && bytes !== undefined) bytes[0] = (bytes[0] ?? 0) ^ 1;
      return answer();
    };
    expect(await failureOf(vault.wrapNewDataKey(key, A_FILE))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(server.count('encrypt')).toBe(3);
  },
);

test.each([
  ['listCryptoKeyVersions', () => vault.destroyKey(key), { cryptoKeyVersions: [] }],
  [
    'listCryptoKeyVersions',
    () => vault.destroyKey(key),
    {
      cryptoKeyVersions: [
        {
          name: 'projects/rooms-test/cryptoKeyVersions/1',
          state: 'DESTROYED',
          destroyEventTime: { seconds: '1900000000', nanos: 0 },
        },
      ],
    },
  ],
])('the vault rejects an answer of %s about another key', async (method, work, wrong) => {
  place.server.meddling = async (called, answer) => (called === method ? { ...answer(), ...wrong } : answer());
  expect(await failureOf(work())).toMatchObject({ code: 'CORRUPTED' });
});

test('the vault asks again for a created key whose response names another, and returns the created one', async () => {
  const { server } = place;
  server.meddling = async (called, answer) => ({ ...answer(), ...(called === 'createCryptoKey' && { name: key }) });
  const made = await vault.createKey(A_ROOM);
  expect(server.count('createCryptoKey')).toBe(3); // this test's setting creates one key
  expect(server.service.unwrap(await vault.wrapNewDataKey(made, A_FILE))).toHaveLength(32);
});

test('the vault rejects a destruction without its time', async () => {
  place.server.meddling = async (called, answer) =>
    called === 'listCryptoKeyVersions'
      ? { cryptoKeyVersions: [{ name: `${key}/cryptoKeyVersions/1`, state: 'DESTROY_SCHEDULED' }] }
      : answer();
  expect(await failureOf(vault.destroyKey(key))).toMatchObject({ code: 'CORRUPTED' });
});
