import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { s3Keeper } from '../src/index.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';

let server: S3Server;
let bucket: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
  bucket = await newBucket(server);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

const keeper = (prefix: string, more: Partial<ReturnType<typeof bucketAccess>> = {}) =>
  s3Keeper({ ...bucketAccess(server, bucket), ...more, prefix, name: `s3://${bucket}/${prefix}` });

test('the keeper finds nothing of another prefix', async () => {
  await keeper('kept/').keep({ origin: ORIGIN, size: 1, note: 'x' });
  expect(await keeper('').latest?.(ORIGIN)).toBeUndefined();
});

test('the keeper rejects with the code of the server', async () => {
  const missing = keeper('', { bucket: 'no-such-bucket' });
  const error: unknown = await missing.keep({ origin: ORIGIN, size: 1, note: 'x' }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toMatchObject({ cause: { code: 'NoSuchBucket' } });
  await expect(missing.latest?.(ORIGIN)).rejects.toThrow(Unavailable);
});
