import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import type { CloudKms } from '../src/index.ts';
import { Refusal, type RefusalCode } from './server/refusal.ts';
import { A_FILE, A_ROOM, aPlace, failureOf, type Place } from './setting.ts';

let place: Place;
let vault: CloudKms;
let key: KmsKeyId;
beforeEach(async () => {
  place = await aPlace();
  vault = await place.open();
  key = await vault.createKey(A_ROOM);
});
afterEach(() => place.end());

/** Refuses all calls of one method, or only the first `first` of them. */
const refusing = (method: string, code: RefusalCode, first = Number.POSITIVE_INFINITY): void => {
  let refused = 0;
  place.server.meddling = async (called, answer) => {
    if (called !== method || refused++ >= first) return answer();
    throw new Refusal(code, `no: ${place.server.service.keys.size} keys, and a word that must not be logged`);
  };
};

describe('a refusal', () => {
  test.each<[RefusalCode, number]>([
    ['UNAVAILABLE', 3],
    ['INTERNAL', 3],
    ['ABORTED', 3],
    ['DEADLINE_EXCEEDED', 3],
    ['INVALID_ARGUMENT', 3],
    ['PERMISSION_DENIED', 1],
    ['UNAUTHENTICATED', 1],
    ['RESOURCE_EXHAUSTED', 1],
  ])('with %s is Unavailable after %i tries, and exposes only its code', async (code, tries) => {
    refusing('encrypt', code);
    const failure = await failureOf(vault.wrapNewDataKey(key, A_FILE));
    expect(failure).toMatchObject({ code, message: `Cloud KMS: ${code}` });
    expect(place.server.count('encrypt')).toBe(tries);
  });

  test('that does not recur is hidden by a retry', async () => {
    refusing('encrypt', 'UNAVAILABLE', 1);
    expect(place.server.service.unwrap(await vault.wrapNewDataKey(key, A_FILE))).toHaveLength(32);
  });
});

test('the vault gives up after three tries and in time when the service never answers', async () => {
  place.server.meddling = () => new Promise(() => undefined);
  const [wrapping, making] = await Promise.all([
    failureOf(vault.wrapNewDataKey(key, A_FILE)),
    failureOf(vault.createKey(A_ROOM)),
  ]);
  expect(wrapping).toMatchObject({ code: 'DEADLINE_EXCEEDED', maybeDone: true });
  expect(making).toMatchObject({ code: 'DEADLINE_EXCEEDED', maybeDone: true });
  expect(Math.max(wrapping.took, making.took)).toBeLessThan(25_000);
  expect(place.server.count('encrypt')).toBeLessThanOrEqual(3);
});

test('the vault allows all calls of one operation five seconds together', async () => {
  place.server.meddling = async (method, answer) => {
    if (method === 'listCryptoKeyVersions') return new Promise(() => undefined);
    await pause(1300);
    if (place.server.count(method) === 3) throw new Refusal('FAILED_PRECONDITION', 'not enabled');
    return { ...answer(), verifiedPlaintextCrc32c: false };
  };
  const { code, took } = await failureOf(vault.wrapNewDataKey(key, A_FILE));
  expect(took).toBeLessThan(25_000);
  // The last call has what the others left, so there is no time for a second try.
  expect(place.server.count('listCryptoKeyVersions')).toBeLessThanOrEqual(1);
  expect(['DEADLINE_EXCEEDED', 'CORRUPTED']).toContain(code);
});

test('the vault reports an unreachable service, and uses it again when it is back', async () => {
  await place.end();
  expect(await failureOf(vault.wrapNewDataKey(key, A_FILE))).toMatchObject({ code: 'UNAVAILABLE' });
  place = await aPlace();
  vault = await place.open();
  expect(await vault.createKey(A_ROOM)).toMatch(/\/cryptoKeys\/room-/);
});

describe('an answer that was lost', () => {
  /** Executes the first request, then cuts the connection. */
  const losing = (method: string): void => {
    let lost = false;
    place.server.meddling = async (called, answer) => {
      const answered = answer();
      if (called !== method || lost) return answered;
      lost = true;
      throw new Refusal('UNAVAILABLE', 'connection reset');
    };
  };

  test('leaves one key, the one that was returned', async () => {
    const { keys } = place.server.service;
    const before = keys.size;
    losing('createCryptoKey');
    const made = await vault.createKey(A_ROOM);
    expect([...keys.keys()]).toContain(made);
    expect(keys.size).toBe(before + 1);
    expect(place.server.service.unwrap(await vault.wrapNewDataKey(made, A_FILE))).toHaveLength(32);
  });

  test('does not hide a destruction', async () => {
    losing('destroyCryptoKeyVersion');
    expect(await vault.destroyKey(key)).toMatchObject({ state: 'scheduled' });
    await expect(vault.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
  });
});

test('the vault does not read a message above 4 MiB to its end', async () => {
  place.server.meddling = async (_, answer) => ({ ...answer(), name: 'x'.repeat(5 * 1024 * 1024) });
  expect(await failureOf(vault.wrapNewDataKey(key, A_FILE))).toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
  expect(place.server.count('encrypt')).toBe(1);
});
