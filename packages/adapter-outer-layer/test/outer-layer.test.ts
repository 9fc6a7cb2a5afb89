import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { FileId, KmsKeyId, OrgId, RoomId, WrappedKey } from '@strongroom/domain';
import type { KeyVault } from '@strongroom/ports';
import { OuterKeyUnfit, OuterLayer, readOuterKey } from '../src/index.ts';
import { OuterError, openerFromPems, readOuterLayer, removeOuterLayer } from '../src/unwrap/index.ts';

/** The suite of the port runs with real vaults inside, in apps/api/test/contract/outer-layer.test.ts. */

const pair = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
const written = (key: KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' });
const { publicKey, privateKey } = pair(2048);

const INNER = Buffer.alloc(61, 1).toString('base64') as WrappedKey;
const KEY = 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId;
const FILE = {
  orgId: '00000000-0000-4000-8000-000000000001' as OrgId,
  roomId: '00000000-0000-4000-8000-000000000101' as RoomId,
  fileId: '00000000-0000-4000-8000-000000000201' as FileId,
};

/** A vault whose only answer is `INNER`. */
const inner: KeyVault = {
  scope: 'room',
  createKey: async () => KEY,
  wrapNewDataKey: async (kmsKeyId) => ({ wrappedDek: INNER, kmsKeyId }),
  destroyKey: async () => ({ state: 'destroyed', at: 0 as never }),
  check: async () => undefined,
};
const wrap = async (hash: 'sha256' | 'sha1' = 'sha256', key = publicKey): Promise<string> =>
  (await new OuterLayer(inner, readOuterKey(written(key), hash)).wrapNewDataKey(KEY, FILE)).wrappedDek;

describe('the outer layer', () => {
  test.each(['sha256', 'sha1'] as const)('is removed with the private key (%s)', async (hash) => {
    expect(await removeOuterLayer(await wrap(hash), openerFromPems(written(privateKey)))).toBe(INNER);
  });

  test('is different each time and tells which key it is for', async () => {
    const [one, other] = [await wrap(), await wrap()];
    expect(one).not.toBe(other);
    expect(readOuterLayer(one)?.thumbprint).toBe(readOuterLayer(other)?.thumbprint);
    expect(readOuterLayer(one)?.hash).toBe('sha256');
  });

  test('is removed with the right one of several private keys', async () => {
    const old = pair(2048);
    const open = openerFromPems(written(old.privateKey), written(privateKey));
    expect(await removeOuterLayer(await wrap(), open)).toBe(INNER);
    expect(await removeOuterLayer(await wrap('sha256', old.publicKey), open)).toBe(INNER);
  });

  test('is not removed with another private key', async () => {
    const other = openerFromPems(written(pair(2048).privateKey));
    await expect(removeOuterLayer(await wrap(), other)).rejects.toThrow(
      new OuterError('the outer layer is for another private key'),
    );
  });

  test('is absent from a key that only the vault wrapped', async () => {
    expect(await removeOuterLayer(INNER, openerFromPems(written(privateKey)))).toBe(INNER);
  });
});

describe('the public key', () => {
  test.each([
    ['holds a private key', written(privateKey)],
    ['holds an RSA key of 1024 bits', written(pair(1024).publicKey)],
    ['does not hold a public RSA key', written(generateKeyPairSync('ed25519').publicKey)],
    ['does not hold a public RSA key', 'no key at all'],
    ['does not hold a public RSA key', ''],
  ])('is refused where the file %s', (sentence, pem) => {
    expect(() => readOuterKey(pem, 'sha256')).toThrow(OuterKeyUnfit);
    expect(() => readOuterKey(pem, 'sha256')).toThrow(sentence);
  });

  test('is refused as a private key', () => {
    expect(() => openerFromPems(written(publicKey))).toThrow('this is not a private RSA key in PEM');
  });
});
