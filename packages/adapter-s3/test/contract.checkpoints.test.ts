import { afterAll, beforeAll } from '@jest/globals';
import { checkpointKeeperSuite } from '@strongroom/contract-tests';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { s3Keeper } from '../src/index.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

checkpointKeeperSuite('checkpoints in S3', async () => {
  const bucket = await newBucket(server);
  const keeper = (of = bucket) => s3Keeper({ ...bucketAccess(server, of), prefix: 'kept/', name: `s3://${of}/kept/` });
  return { keeper: keeper(), other: keeper(), unreachable: keeper('no-such-bucket'), end: async () => {} };
});
