import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Content, download, put, sha256, someBytes, upload } from '../support/encrypted-transfer.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MIB = 1024 * 1024;

let service: Embedded;
let room: string;

beforeAll(async () => {
  service = await startEmbedded();
  room = await aRoom(service.owner, 'C2');
});
afterAll(() => service.stop());

const FILES: Readonly<Record<string, () => Promise<Content>>> = {
  'a text': async () => ({ name: 'README.md', type: 'text/markdown', bytes: await readFile(join(ROOT, 'README.md')) }),
  'a program': async () => {
    const program = await readFile(process.execPath);
    return { name: 'programm ☃', type: 'application/octet-stream', bytes: program.subarray(0, 3 * MIB + 1) };
  },
  'an empty file': async () => ({ name: '.empty', type: 'text/plain; charset=utf-8', bytes: new Uint8Array() }),
  'a file of one byte': async () => ({ name: '1', type: 'text/plain', bytes: new Uint8Array(1) }),
  'a file of 21 MiB': async () => ({ name: 'video.mp4', type: 'video/mp4', bytes: someBytes(21 * MIB + 7) }),
};

test.each(Object.keys(FILES))(
  '%s comes back as it went in, for a member and for who holds a link',
  async (name) => {
    const file = await FILES[name]?.();
    if (file === undefined) throw new TypeError(name);
    const { owner, visitor, unwrap } = service;
    const { fileId } = await upload(owner, unwrap, room, file);
    expect((await owner.get(`/files/${fileId}`)).body.data).toMatchObject({
      name: file.name,
      size: file.bytes.length,
      content_type: file.type,
      classification: 'C2',
      status: 'available',
    });
    const fetched = await download(await owner.get(`/files/${fileId}/download-url`), unwrap);
    expect(sha256(fetched)).toBe(sha256(file.bytes));

    const link = await owner.post(`/files/${fileId}/share`, { expires_in: 3600, max_downloads: 2 });
    expect(link.status).toBe(201);
    const path = `/shares/by-token/${link.body.data.token}`;
    expect((await visitor.get(path)).body.data).toMatchObject({ size: file.bytes.length, remaining: 2 });
    const redeemed = await Promise.all([1, 2, 3, 4].map(() => visitor.post(`${path}/download`)));
    const done = redeemed.filter(({ status }) => status === 200);
    expect(done).toHaveLength(2);
    for (const answer of redeemed)
      expect(answer.status === 200 ? 'done' : answer.body.error.code).toBe(
        answer.status === 200 ? 'done' : 'SHARE_EXHAUSTED',
      );
    for (const answer of done) expect(sha256(await download(answer, unwrap))).toBe(sha256(file.bytes));
  },
  30_000,
);

test('a later PUT to its address does not change a confirmed file', async () => {
  const { owner, unwrap } = service;
  const file = { name: 'a', type: 'text/plain', bytes: Buffer.from('the first text') };
  const { fileId, uploadUrl } = await upload(owner, unwrap, room, file);
  expect(await put(uploadUrl, Buffer.from('another text!!'))).toBe(200);
  for (let time = 0; time < 2; time++) {
    const fetched = await download(await owner.get(`/files/${fileId}/download-url`), unwrap);
    expect(fetched.toString()).toBe('the first text');
  }
  const { labels_to_give: _ofOneAnswer, ...shown } = (await owner.get(`/files/${fileId}`)).body.data;
  expect((await owner.get(`/rooms/${room}/files?may=true`)).body.data).toContainEqual(shown);
});

test('an upload with too few or too many bytes is not confirmed until a PUT has the announced size', async () => {
  const { owner } = service;
  const announced = await owner.post(`/rooms/${room}/files/upload-url`, {
    name: 'a',
    size: 4,
    content_type: 'text/plain',
  });
  const { file_id, upload_url } = announced.body.data;
  const confirm = () =>
    owner.post(`/rooms/${room}/files/${file_id}/confirm`, {
      iv: Buffer.alloc(12).toString('base64'),
      tag: Buffer.alloc(16).toString('base64'),
    });
  expect((await confirm()).body.error.code).toBe('UPLOAD_NOT_FOUND');
  for (const wrong of ['abc', 'abcde', 'abcd0123456789abcdef']) {
    expect(await put(upload_url, Buffer.from(wrong))).toBe(200);
    expect((await confirm()).body.error.code).toBe('UPLOAD_SIZE_MISMATCH');
  }
  expect((await confirm()).body.error.message).toContain('16');
  expect(await put(upload_url, Buffer.from('abcd'))).toBe(200);
  expect((await confirm()).status).toBe(200);
});

test('nothing of a deleted room can be fetched or unwrapped', async () => {
  const { owner, visitor, unwrap } = service;
  const gone = await aRoom(owner, 'C2');
  const { fileId } = await upload(owner, unwrap, gone, { name: 'a', type: 'text/plain', bytes: Buffer.from('secret') });
  const link = await owner.post(`/files/${fileId}/share`, { expires_in: 3600 });
  const before = await owner.get(`/files/${fileId}/download-url`);
  const deleted = await owner.delete(`/rooms/${gone}`);
  expect(deleted.body.data).toMatchObject({ files_destroyed: 1, keys_destroyed: 1 });
  expect((await owner.get(`/files/${fileId}/download-url`)).body.error.code).toBe('FILE_NOT_FOUND');
  expect((await visitor.post(`/shares/by-token/${link.body.data.token}/download`)).body.error.code).toBe(
    'SHARE_NOT_FOUND',
  );
  const receipt = () => owner.get(`/destruction-receipts/${deleted.body.data.receipt_id}`);
  // The job runs beside the requests; each request gives it a turn.
  while ((await receipt()).body.data.key.state !== 'destroyed');
  const objects = () => owner.get(`/destruction-receipts/${deleted.body.data.receipt_id}/files`);
  while (typeof (await objects()).body.data[0]?.object_destroyed_at !== 'string');
  expect((await fetch(before.body.data.download_url)).status).toBe(404);
  await expect(unwrap(before.body.data.wrapped_dek, before.body.data.kms_key_id)).rejects.toMatchObject({
    code: 'DESTROYED_KEY',
  });
});
