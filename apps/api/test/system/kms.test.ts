import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { aFile, anUpload, aRoom, given } from '../support/people-of-process.ts';
import { KmsPlace, receiptOf, upload } from './kms-place.ts';

// Each test starts processes, on machines that may be busy.
let at: KmsPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  at = await KmsPlace.make();
});
afterEach(() => at.end());

describe('with keys in Cloud KMS', () => {
  test('a file goes up and down, its key unwraps there, and with its room its key is scheduled for destruction', async () => {
    const owner = await at.owner({ STRONGROOM_KMS_DESTROY_AFTER: '2' });
    const room = await aRoom(owner);
    const file = await aFile(owner, room);
    const download = await given(owner.get(`/files/${file.id}/download-url`));
    expect(download.kms_key_id).toMatch(/^projects\/rooms-test\/.+\/cryptoKeys\/room-[\w-]+$/);
    expect(download.wrapped_dek_aad).toBeNull();
    const [dataKey = ''] = await at.kms.unwrap([{ wrappedDek: download.wrapped_dek, kmsKeyId: download.kms_key_id }]);
    expect(Buffer.from(dataKey, 'base64')).toHaveLength(32);

    const before = Date.now();
    const deleted = await given(owner.delete(`/rooms/${room.id}`));
    const { key, keys_destroyed } = await receiptOf(owner, deleted.receipt_id);
    expect(keys_destroyed).toBe(1);
    expect(key).toMatchObject({ kms_key_id: download.kms_key_id, scope: 'room', state: 'scheduled' });
    expect(Date.parse(key.at)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000 + 2 * 86_400_000);
    expect(await at.kms.keys()).toEqual([{ name: download.kms_key_id, states: ['DESTROY_SCHEDULED'] }]);
    expect(await at.kms.calls()).not.toHaveProperty('decrypt');
  });

  test('one for the whole organisation is kept when a room goes, and the receipt says so', async () => {
    const owner = await at.owner({ STRONGROOM_KMS_KEY_PER: 'organisation' });
    const [one, other] = [await aRoom(owner), await aRoom(owner)];
    const uploads = [await anUpload(owner, one), await anUpload(owner, other)];
    expect(new Set(uploads.map(({ kms_key_id }) => kms_key_id)).size).toBe(1);
    const deleted = await given(owner.delete(`/rooms/${one.id}`));
    const { key } = await receiptOf(owner, deleted.receipt_id);
    expect(key).toMatchObject({ scope: 'organisation', state: 'kept', at: null });
    expect((await anUpload(owner, other)).kms_key_id).toBe(key.kms_key_id);
    expect((await at.kms.keys()).map(({ states }) => states)).toEqual([['ENABLED']]);
  });

  test('a wrapped key bound to its file comes with its additional data, at upload and at download', async () => {
    const owner = await at.owner({ STRONGROOM_KMS_BINDING: 'file' });
    const room = await aRoom(owner);
    const file = await aFile(owner, room);
    const { wrapped_dek, kms_key_id, wrapped_dek_aad } = await given(owner.get(`/files/${file.id}/download-url`));
    expect(Buffer.from(wrapped_dek_aad, 'base64').toString()).toContain(file.id);
    const wrapped = { wrappedDek: wrapped_dek, kmsKeyId: kms_key_id, aad: wrapped_dek_aad };
    expect(Buffer.from((await at.kms.unwrap([wrapped]))[0] ?? '', 'base64')).toHaveLength(32);
    expect((await anUpload(owner, room)).wrapped_dek_aad).toEqual(expect.any(String));
  });

  test('after a rotation old and new files are decrypted with the same key id', async () => {
    const owner = await at.owner();
    const room = await aRoom(owner);
    const before = await anUpload(owner, room);
    await at.kms.rotate(before.kms_key_id);
    const after = await anUpload(owner, room);
    expect(after.kms_key_id).toBe(before.kms_key_id);
    const wrapped = [before, after].map(({ wrapped_dek, kms_key_id }) => ({
      wrappedDek: wrapped_dek,
      kmsKeyId: kms_key_id,
    }));
    expect(new Set(await at.kms.unwrap(wrapped)).size).toBe(2);
  });

  test('a corrupted answer is a 503 in time, and nothing of it is stored', async () => {
    const owner = await at.owner();
    const room = await aRoom(owner);
    await at.kms.trouble({ kind: 'corrupt' });
    const { status, body, headers } = await upload(owner, room, 'one');
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'KEY_SERVICE_UNAVAILABLE' });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect((await at.kms.calls()).encrypt).toBe(3);
    expect(at.filesKept()).toBe(0);
  });
});

describe('the service does not start', () => {
  const refusal = async () => {
    const { code, out, err } = await at.place.refusal(at.kms.settings());
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    return err;
  };

  test('with an identity that may decrypt', async () => {
    await at.kms.permit(
      [
        'cryptoKeys.create',
        'cryptoKeys.get',
        'cryptoKeys.list',
        'cryptoKeyVersions.list',
        'cryptoKeyVersions.destroy',
        'cryptoKeyVersions.useToEncrypt',
        'cryptoKeyVersions.useToDecrypt',
      ].map((permission) => `cloudkms.${permission}`),
    );
    expect(await refusal()).toContain('- STRONGROOM_KEYS=cloud-kms: the identity of this service may decrypt');
  });
});
