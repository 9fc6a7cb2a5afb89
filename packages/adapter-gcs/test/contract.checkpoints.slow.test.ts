import { afterAll, beforeAll, jest } from '@jest/globals';
import { checkpointKeeperSuite } from '@strongroom/contract-tests';
import { startFakeGcs } from '@strongroom/test-servers/fake-gcs-server';
import { gcsKeeper } from '../src/index.ts';
import { BucketFront } from './bucket-front.ts';
import { accountAuth } from './setting.ts';

// A missing fake-gcs-server is compiled first.
jest.setTimeout(600_000);

let fake: Awaited<ReturnType<typeof startFakeGcs>>;
let front: BucketFront;
let made = 0;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  fake = await startFakeGcs(process.env);
  front = await BucketFront.before(fake.port);
});
afterAll(async () => {
  await front?.close();
  await fake?.stop();
});

checkpointKeeperSuite('checkpoints in Google Cloud Storage', async () => {
  const name = `kept-checkpoints-${made++}`;
  await front.make(name);
  const keeper = (bucket = name) =>
    gcsKeeper({ bucket, prefix: 'kept/', name: `gs://${bucket}/kept/`, endpoint: front.url, auth: accountAuth() });
  return { keeper: keeper(), other: keeper(), unreachable: keeper('no-such-bucket'), end: async () => {} };
});
