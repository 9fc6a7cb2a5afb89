import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { download, put, sha256, someBytes, upload } from '../support/encrypted-transfer.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const MOST = 104_857_600;

let service: Embedded;

beforeAll(async () => {
  service = await startEmbedded();
});
afterAll(() => service.stop());

test('a file of 100 MB comes back as it went in, and one byte more is refused', async () => {
  const { owner, visitor, unwrap } = service;
  const room = await aRoom(owner, 'C2');
  const bytes = someBytes(MOST);
  const { fileId, uploadUrl } = await upload(owner, unwrap, room, { name: 'big', type: 'video/mp4', bytes });
  expect(sha256(await download(await owner.get(`/files/${fileId}/download-url`), unwrap))).toBe(sha256(bytes));
  const link = await owner.post(`/files/${fileId}/share`, { expires_in: 60, max_downloads: 1 });
  const path = `/shares/by-token/${link.body.data.token}/download`;
  expect(sha256(await download(await visitor.post(path), unwrap))).toBe(sha256(bytes));
  expect((await visitor.post(path)).body.error.code).toBe('SHARE_EXHAUSTED');
  const more = { name: 'bigger', size: MOST + 1, content_type: 'video/mp4' };
  expect((await owner.post(`/rooms/${room}/files/upload-url`, more)).body.error.code).toBe('FILE_TOO_LARGE');
  // An upload of more than the announced size and a tag is cut while it streams: an answer, or a closed connection.
  const status = await put(uploadUrl, someBytes(MOST + 17)).catch(() => 413);
  expect(status).toBe(413);
});
