import { expect, test } from '@jest/globals';
import { contentsOf } from '../../../../scripts/s3-bucket.ts';
import { aFile, anUpload, aRoom, confirm, given, put } from '../support/people-of-process.ts';
import { s3Settings } from '../support/s3-settings.ts';
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

test('a bucket that does not fit stops the start with one sentence', async () => {
  const { server, bucket, place } = held.at;
  const settings = { ...s3Settings(server, bucket), STRONGROOM_S3_BUCKET: 'nowhere' };
  await expect(place.start(settings)).rejects.toThrow(
    /STRONGROOM_BLOBS=s3: The bucket nowhere does not exist; create it, or correct its name\./,
  );
});
