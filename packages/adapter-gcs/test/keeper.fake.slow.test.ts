import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { startFakeGcs } from '@strongroom/test-servers/fake-gcs-server';
import { gcsKeeper } from '../src/index.ts';
import { BucketFront } from './bucket-front.ts';
import { accountAuth } from './setting.ts';

// A missing fake-gcs-server is compiled first.
jest.setTimeout(600_000);

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';

let fake: Awaited<ReturnType<typeof startFakeGcs>>;
let front: BucketFront;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  fake = await startFakeGcs(process.env);
  front = await BucketFront.before(fake.port);
  await front.make('kept-checkpoints');
});
afterAll(async () => {
  await front?.close();
  await fake?.stop();
});

const keeper = (prefix: string, bucket = 'kept-checkpoints') =>
  gcsKeeper({ bucket, prefix, name: `gs://${bucket}/${prefix}`, endpoint: front.url, auth: accountAuth() });

test('keeps every checkpoint once, and returns the longest of a log', async () => {
  const kept = keeper('kept/');
  expect(await kept.latest?.(ORIGIN)).toBeUndefined();
  for (const size of [9, 10, 100]) await kept.keep({ origin: ORIGIN, size, note: `note ${size}\n` });
  await kept.keep({ origin: `${ORIGIN}0`, size: 5000, note: 'of another log' });
  // Another process, or a second try: the first one stays.
  await kept.keep({ origin: ORIGIN, size: 100, note: 'another text' });
  expect(await kept.latest?.(ORIGIN)).toEqual({ size: 100, note: 'note 100\n' });
  expect(await kept.latest?.(ORIGIN, 100)).toEqual({ size: 10, note: 'note 10\n' });
  expect(await keeper('').latest?.(ORIGIN)).toBeUndefined();
});

test('rejects where the bucket is missing', async () => {
  const missing = keeper('', 'no-such-bucket');
  await expect(missing.keep({ origin: ORIGIN, size: 1, note: 'x' })).rejects.toThrow(Unavailable);
  await expect(missing.latest?.(ORIGIN)).rejects.toThrow(Unavailable);
});
