import { afterAll, beforeAll } from '@jest/globals';
import { type ServiceHarness, serviceSuite } from '@strongroom/contract-tests';
import { newBucket, versionedBucket } from '../../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
import { startVersitygw } from '../../../../scripts/versitygw.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
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

/** A service with these settings, of which the SDK finds its own in the environment. */
async function serviceOn(all: Readonly<Record<string, string>>): Promise<ServiceHarness> {
  const settings = Object.entries(all);
  const isOurs = ([name]: [string, string]): boolean => name.startsWith('STRONGROOM_');
  Object.assign(environment, Object.fromEntries(settings.filter((setting) => !isOurs(setting))));
  return serviceWith({ STRONGROOM_DOCUMENTS: 'memory', ...Object.fromEntries(settings.filter(isOurs)) });
}

serviceSuite('the service on versitygw', async () => serviceOn(s3Settings(server, await newBucket(server))));
serviceSuite('the service beside versitygw, whose addresses it gives out', async () => ({
  ...(await serviceOn(directS3Settings(server, await versionedBucket(server, '*')))),
  objectsElsewhere: true,
}));
