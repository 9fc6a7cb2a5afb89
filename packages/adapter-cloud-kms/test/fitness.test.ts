import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KeyRingUnfit } from '../src/index.ts';
import { MINIMUM_PERMISSIONS, RING } from './server/key-service.ts';
import { Refusal } from './server/refusal.ts';
import { A_FILE, A_ROOM, aPlace, endsWithin, failureOf, type Place } from './setting.ts';

let place: Place;
beforeEach(async () => {
  place = await aPlace();
});
afterEach(() => place.end());

describe('the vault does not open', () => {
  test.each(MINIMUM_PERMISSIONS)('without %s, and names it', async (permission) => {
    place.server.service.permissions = MINIMUM_PERMISSIONS.filter((other) => other !== permission);
    await expect(place.open()).rejects.toThrow(`lacks ${permission} on the key ring ${RING}`);
  });

  test.each([
    'cryptoKeyVersions.useToDecrypt',
    'cryptoKeyVersions.useToDecryptViaDelegation',
    'keyRings.setIamPolicy',
    'cryptoKeys.setIamPolicy',
  ])('if its identity has %s, which would let a stolen service decrypt', async (permission) => {
    place.server.service.permissions = [...MINIMUM_PERMISSIONS, `cloudkms.${permission}`];
    const refusal = await place.open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KeyRingUnfit);
    expect(String(refusal)).toContain('may decrypt');
  });

  test('on a missing key ring', async () => {
    await expect(place.open({ keyRing: `${RING}-typo` })).rejects.toThrow(/or the key ring does not exist/);
  });

  test.each([
    ['room', 'organisation'],
    ['organisation', 'room'],
  ] as const)('with one key per %s where there was one per %s', async (scope, before) => {
    await (await place.open({ scope: before })).createKey(A_ROOM);
    await expect(place.open({ scope })).rejects.toThrow(`was used with one key per ${before}`);
    expect((await place.open({ scope: before })).scope).toBe(before);
  });

  test('when the service does not answer', async () => {
    await place.server.end();
    expect(await failureOf(place.open())).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a check', () => {
  test('passes with all required permissions, and caches the result', async () => {
    const vault = await place.open();
    const before = place.server.count('testIamPermissions');
    for (let asked = 0; asked < 10; asked++) await vault.check();
    expect(place.server.count('testIamPermissions')).toBe(before + 1);
  });

  test('fails when a permission was removed, and names it', async () => {
    const vault = await place.open();
    place.server.service.permissions = MINIMUM_PERMISSIONS.filter((permission) => !permission.endsWith('useToEncrypt'));
    const { code, message } = await failureOf(vault.check());
    expect({ code, message }).toEqual({
      code: 'PERMISSION_DENIED',
      message: 'Cloud KMS: PERMISSION_DENIED, cloudkms.cryptoKeyVersions.useToEncrypt',
    });
  });

  test('fails fast when the service does not answer, even right after a success', async () => {
    const vault = await place.open();
    const key = await vault.createKey(A_ROOM);
    await vault.check();
    place.server.meddling = async () => {
      throw new Refusal('UNAVAILABLE', 'down');
    };
    await failureOf(vault.wrapNewDataKey(key, A_FILE));
    expect(await endsWithin(2500, failureOf(vault.check()))).toBe(true);
  });

  test('ends without any reply within the deadline of a health check', async () => {
    const vault = await place.open();
    place.server.meddling = () => new Promise(() => undefined);
    expect(await endsWithin(2500, failureOf(vault.check()))).toBe(true);
  });
});
