import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { newBucket } from '../../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
import { startVersitygw } from '../../../../scripts/versitygw.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { serviceWith } from './harness.ts';

/** A missing versitygw is compiled first. */
const COMPILING_MS = 600_000;

// oxlint-disable-next-line node/no-process-env -- the SDK reads its credentials from here
const environment = process.env;

let server: S3Server;
beforeAll(async () => {
  server = await startVersitygw(environment);
}, COMPILING_MS);
afterAll(async () => {
  for (const name of Object.keys(s3Settings(server, ''))) delete environment[name];
  await server?.stop();
});

serviceSuite('the service on versitygw', async () => {
  const settings = Object.entries(s3Settings(server, await newBucket(server)));
  const isOurs = ([name]: [string, string]): boolean => name.startsWith('STRONGROOM_');
  Object.assign(environment, Object.fromEntries(settings.filter((setting) => !isOurs(setting))));
  return serviceWith({ STRONGROOM_DOCUMENTS: 'memory', ...Object.fromEntries(settings.filter(isOurs)) });
});
