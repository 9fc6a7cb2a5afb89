import { expect, test } from '@jest/globals';
import { blobStorePromises, runAgainst } from '@strongroom/contract-tests';
import { plus } from '@strongroom/domain';
import { keyOf, putUnder } from './objects.ts';
import { BUCKET, HMAC, strictBlobStore } from './setting.ts';

const KEY = keyOf('uploads/a');

test('the signer signs bucket, key, expiry and size, and no header but the host', async () => {
  const { store, now, end, standIn } = await strictBlobStore({ hmac: HMAC });
  const url = new URL(await store.signUpload({ key: KEY, size: 100, expiresAt: plus(now(), 900_500) }));
  expect(`${url.origin}${url.pathname}`).toBe(`${standIn.url}/${BUCKET}/uploads/a`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    'X-Goog-Algorithm': 'GOOG4-HMAC-SHA256',
    'X-Goog-Date': '20300101T000000Z',
    'X-Goog-Expires': '900',
    'X-Goog-SignedHeaders': 'host',
    'x-goog-content-length-range': '0,116',
  });
  await end();
});

test('an address that has expired is created, and the bucket refuses it', async () => {
  const strict = await strictBlobStore();
  await putUnder(strict, KEY, 'there');
  for (const expiresAt of [plus(strict.now(), -1000), plus(strict.now(), -86_400_000)]) {
    const url = await strict.store.signDownload({ key: KEY, expiresAt });
    expect((await strict.send(url, { method: 'GET' })).status).toBe(400);
  }
  await strict.end();
});

test('an invalid lifetime or size is an error of the caller', async () => {
  const { store, now, end } = await strictBlobStore();
  const week = plus(now(), 604_800_000);
  await expect(store.signDownload({ key: KEY, expiresAt: plus(week, 1000) })).rejects.toBeInstanceOf(TypeError);
  await expect(store.signDownload({ key: KEY, expiresAt: week })).resolves.toContain('X-Goog-Expires=604800');
  for (const size of [-1, 1.5, Number.NaN])
    await expect(store.signUpload({ key: KEY, size, expiresAt: week })).rejects.toBeInstanceOf(TypeError);
  await end();
});

test('a store breaks exactly one promise if Google reads the range of sizes only from a header', async () => {
  const broken = await runAgainst(blobStorePromises, () => strictBlobStore({ rangeInQuery: false, hmac: HMAC }));
  expect(broken).toMatchObject([{ id: 'BS-07' }]);
});

test('a store reports the true size of an upload if Google ignores the range in its address', async () => {
  const strict = await strictBlobStore({ rangeInQuery: false });
  const url = await strict.store.signUpload({ key: KEY, size: 100, expiresAt: plus(strict.now(), 60_000) });
  expect((await strict.send(url, { method: 'PUT', body: new Uint8Array(5000) })).status).toBe(200);
  expect(await strict.store.stat(KEY)).toMatchObject({ size: 5000 });
  await strict.end();
});
