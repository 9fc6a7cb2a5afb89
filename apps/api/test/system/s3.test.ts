import { expect, test } from '@jest/globals';
import { contentsOf, versionedBucket, versionsIn } from '@strongroom/test-servers/s3-bucket';
import { aFile, anUpload, aRoom, confirm, given, put } from '../support/people-of-process.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { eventually } from '../support/service-process.ts';
import { receiptOf } from './kms-place.ts';
import { download, reportsS3Faults, withS3 } from './s3-place.ts';

const held = withS3();

// One that hangs takes longer, and is in the slow tests.
reportsS3Faults(held, [{ kind: 'refuse' }]);

test('a file goes up and comes down through the service, and is destroyed with its room', async () => {
  const { at } = held;
  const owner = await at.owner();
  const room = await aRoom(owner);
  const file = await aFile(owner, room);
  const { download_url } = await given(owner.get(`/files/${file.id}/download-url`));
  expect(new URL(download_url).origin).toBe(new URL(at.service.url).origin);
  expect(await download(download_url)).toBe('ciphertext');
  expect((await contentsOf(at.server, at.bucket)).objects).toHaveLength(1);
  const deleted = await given(owner.delete(`/rooms/${room.id}`));
  expect(await receiptOf(owner, deleted.receipt_id)).toMatchObject({ status: 'complete', files_destroyed: 1 });
  expect(await contentsOf(at.server, at.bucket)).toEqual({ objects: [], openUploads: [] });
  expect(at.service.err).toBe('');
});

test('no acknowledged file is lost when the S3 server is killed under load', async () => {
  const { at } = held;
  const owner = await at.owner();
  const room = await aRoom(owner);
  const confirmed: string[] = [];
  const over = new AbortController();
  const load = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const upload = await anUpload(owner, room);
      if ((await put(upload.upload_url)) !== 200) continue;
      if ((await confirm(owner, room, upload)).status === 200) confirmed.push(upload.file_id);
    }
  });
  await eventually('some files', async () => confirmed.length >= 8);
  await at.server.kill();
  const before = confirmed.length;
  await at.restart();
  await eventually('files after the restart', async () => confirmed.length >= before + 8);
  over.abort();
  await Promise.all(load);
  for (const id of confirmed) {
    const { download_url } = await given(owner.get(`/files/${id}/download-url`));
    expect(await download(download_url)).toBe('ciphertext');
  }
});

test('with addresses of the S3 server the bytes bypass the service, and every version is destroyed', async () => {
  const { server, place } = held.at;
  const bucket = await versionedBucket(server, '*');
  const service = await place.start(directS3Settings(server, bucket));
  const owner = service.as(await place.ownerToken());
  const room = await aRoom(owner);
  const upload = await anUpload(owner, room);
  expect(new URL(upload.upload_url).origin).toBe(server.endpoint);
  for (const _ of [1, 2]) expect(await put(upload.upload_url)).toBe(200);
  expect((await confirm(owner, room, upload)).status).toBe(200);
  const { download_url } = await given(owner.get(`/files/${upload.file_id}/download-url`));
  expect([new URL(download_url).origin, await download(download_url)]).toEqual([server.endpoint, 'ciphertext']);
  const policy = (await fetch(`${service.url}/open`)).headers.get('content-security-policy');
  expect(/connect-src ([^;]+)/.exec(policy ?? '')?.[1]?.split(' ')).toContain(server.endpoint);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  const deleted = await given(owner.delete(`/rooms/${room.id}`));
  expect(await receiptOf(owner, deleted.receipt_id)).toMatchObject({ status: 'complete', files_destroyed: 1 });
  expect(await versionsIn(server, bucket)).toEqual([]);
});

test('a bucket that does not fit stops the start with one sentence', async () => {
  const { server, bucket, place } = held.at;
  const settings = { ...s3Settings(server, bucket), STRONGROOM_S3_BUCKET: 'nowhere' };
  await expect(place.start(settings)).rejects.toThrow(
    /STRONGROOM_BLOBS=s3: The bucket nowhere does not exist; create it, or correct its name\./,
  );
  await expect(place.start(directS3Settings(server, bucket))).rejects.toThrow(
    /STRONGROOM_BLOBS=s3: The bucket \S+ does not keep versions, which addresses .+; enable its versioning\./,
  );
});
