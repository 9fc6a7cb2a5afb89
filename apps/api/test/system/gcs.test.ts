import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import {
  aFile,
  aLink,
  anUpload,
  aRoom,
  CIPHERTEXT,
  confirm,
  given,
  put,
  redeem,
} from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { GcsPlace } from './gcs-place.ts';
import { receiptOf } from './kms-place.ts';

// Each test starts processes, on machines that may be busy.
let at: GcsPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  at = await GcsPlace.make();
});
afterEach(() => at.end());

const bytesAt = async (url: string): Promise<string | number> => {
  const answer = await fetch(url);
  const text = await answer.text();
  return answer.status === 200 ? text : answer.status;
};

describe('with objects in Cloud Storage', () => {
  test.each(['the key of an account', 'an HMAC key'])(
    'a file is uploaded, confirmed, downloaded and destroyed with its room, by addresses signed with %s',
    async (with_) => {
      const owner = await at.owner(with_ === 'an HMAC key' ? at.gcs.hmacSettings() : at.gcs.settings());
      const room = await aRoom(owner);
      const upload = await anUpload(owner, room);
      expect(upload.upload_url).toContain(`http://127.0.0.1:${at.gcs.port}/rooms-test/`);
      expect(upload.upload_url).toContain(with_ === 'an HMAC key' ? 'GOOG4-HMAC-SHA256' : 'GOOG4-RSA-SHA256');
      expect((await confirm(owner, room, upload)).body.error.code).toBe('UPLOAD_NOT_FOUND');
      expect(await put(upload.upload_url)).toBe(200);
      const file = await given(confirm(owner, room, upload));
      expect(await put(upload.upload_url, Buffer.from('forged!!!!'))).toBe(200);

      const { download_url } = await given(owner.get(`/files/${file.id}/download-url`));
      expect(await bytesAt(download_url)).toBe(CIPHERTEXT.toString());
      const link = await aLink(owner, file, 1);
      expect(await bytesAt((await given(redeem(owner, link.token))).download_url)).toBe(CIPHERTEXT.toString());

      const deleted = await given(owner.delete(`/rooms/${room.id}`));
      const receipt = await receiptOf(owner, deleted.receipt_id);
      expect(receipt).toMatchObject({ status: 'complete', files_total: 1, files_destroyed: 1, keys_destroyed: 1 });
      expect(receipt.objects_kept_until).toBeNull();
      expect(await at.readiness('ready')).not.toHaveProperty('deleted_objects_kept_seconds');
      expect(await bytesAt(download_url)).toBe(404);
      expect(await at.gcs.objects()).toEqual([]);
      expect(at.service.err).toBe('');
    },
  );

  test('an object of another length than announced is not confirmed, and a tag appended to it is reported', async () => {
    const owner = await at.owner();
    const room = await aRoom(owner);
    const upload = await anUpload(owner, room);
    for (const size of [CIPHERTEXT.length - 1, CIPHERTEXT.length + 16]) {
      expect(await put(upload.upload_url, new Uint8Array(size))).toBe(200);
      const { status, body } = await confirm(owner, room, upload);
      expect([status, body.error.code]).toEqual([409, 'UPLOAD_SIZE_MISMATCH']);
    }
    expect(await put(upload.upload_url, new Uint8Array(CIPHERTEXT.length + 17))).toBe(400);
  });

  test('a deleted file leaves no object', async () => {
    const owner = await at.owner();
    const room = await aRoom(owner);
    const file = await aFile(owner, room);
    expect(await at.gcs.objects()).toHaveLength(1);
    await given(owner.delete(`/files/${file.id}`));
    await eventually('the object’s end', async () => (await at.gcs.objects()).length === 0);
  });

  test('the pages that move objects may fetch from the store, and the reference of the API may not', async () => {
    await at.owner();
    const policyOf = async (path: string): Promise<string> =>
      (await fetch(at.service.url + path)).headers.get('Content-Security-Policy') ?? '';
    for (const path of ['/open', '/activate'])
      expect(await policyOf(path)).toContain(`connect-src 'self' http://127.0.0.1:${at.gcs.port};`);
    expect(await policyOf('/docs')).not.toContain(`:${at.gcs.port}`);
  });

  test('nothing that signs is in the log, at level debug either', async () => {
    // The last one makes Google's library print every request.
    const loud = { STRONGROOM_LOG: 'debug', GOOGLE_SDK_NODE_LOGGING: 'all' };
    const owner = await at.owner({ ...at.gcs.hmacSettings(), ...loud });
    await aFile(owner, await aRoom(owner));
    await eventually('the line of the confirmation', async () => at.service.out.includes('/confirm"'));
    const { out, err } = at.service;
    expect(out + err).not.toMatch(/X-Goog-Signature=[0-9a-f]|abcdefghijklmnopqrstuvwxyzABCDEFGHIJ|PRIVATE KEY|Bearer/);
  });

  test('the service loads nothing that generates code from strings', async () => {
    const service = await at.place.start(at.gcs.settings(), { flags: ['--disallow-code-generation-from-strings'] });
    const owner = service.as(await at.place.ownerToken());
    expect(await aFile(owner, await aRoom(owner))).toMatchObject({ status: 'available' });
  });
});

describe('the service does not start', () => {
  const refusal = async () => {
    const { code, out, err } = await at.place.refusal(at.gcs.settings());
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    return err;
  };

  test('on a bucket that keeps deleted objects, unless the operator accepts it', async () => {
    await at.gcs.set({ softDeletePolicy: { retentionDurationSeconds: '604800' } });
    expect(await refusal()).toContain(
      '- STRONGROOM_BLOBS=gcs: The bucket rooms-test keeps deleted objects for 7 days (soft delete); run: gcloud storage buckets update gs://rooms-test --clear-soft-delete',
    );
    const owner = await at.owner({ ...at.gcs.settings(), STRONGROOM_GCS_WEAKER_DELETION: 'allow' });
    const room = await aRoom(owner);
    await aFile(owner, room);
    const receipt = await receiptOf(owner, (await given(owner.delete(`/rooms/${room.id}`))).receipt_id);
    const keptFor = Date.parse(receipt.objects_kept_until) - Date.parse(receipt.completed_at);
    expect(keptFor / 1000).toBe(604_800);
    expect(await at.readiness('ready')).toMatchObject({ deleted_objects_kept_seconds: 604_800 });
    expect(await at.gcs.objects()).toEqual([]);
    expect((await at.gcs.softDeleted()).length).toBeGreaterThan(0);
  });
});

test('a bucket whose settings change while it serves is reported by /readyz', async () => {
  await at.owner();
  await at.readiness('ready');
  await at.gcs.set({ versioning: { enabled: true } });
  expect((await at.readiness('degraded')).checks).toMatchObject({ blobs: 'unavailable', documents: 'ok' });
  await at.gcs.set({});
  await at.readiness('ready');
});
