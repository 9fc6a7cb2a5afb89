import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { anUpload, aRoom, CIPHERTEXT } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test('a request that never ends is cut off: ten seconds after the signal the process is gone, with exit code 0', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const { upload_url } = await anUpload(owner, await aRoom(owner));
  const upload = request(upload_url, { method: 'PUT', headers: { 'Content-Length': CIPHERTEXT.length } });
  const failed = new Promise<string>((resolve) => {
    upload.on('error', (error: { code?: string }) => resolve(error.code ?? ''));
  });
  upload.write(CIPHERTEXT.subarray(0, 5));
  expect((await owner.get('/me')).status).toBe(200);
  service.signal('SIGTERM');
  expect(await service.ended(10_000)).toBe(0);
  expect(await failed).toBe('ECONNRESET');
});
