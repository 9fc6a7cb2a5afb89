import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failuresOf, servicePromises } from '@strongroom/contract-tests';
import { GcsProcess } from '../support/gcs-process.ts';
import { serviceWith } from './harness.ts';

// oxlint-disable-next-line node/no-process-env -- Google's library reads its credentials from here
const environment = process.env;

let folder: string;
let gcs: GcsProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-gcs-'));
  gcs = await GcsProcess.start(folder);
});
afterAll(async () => {
  delete environment.GOOGLE_APPLICATION_CREDENTIALS;
  await gcs?.end();
  await rm(folder, { recursive: true });
});

const onCloudStorage = () => {
  const { GOOGLE_APPLICATION_CREDENTIALS = '', ...settings } = gcs.hmacSettings();
  environment.GOOGLE_APPLICATION_CREDENTIALS = GOOGLE_APPLICATION_CREDENTIALS;
  return serviceWith({ STRONGROOM_DOCUMENTS: 'memory', ...settings });
};

/** Signed addresses lead to Google's server, which refuses with XML and its own statuses. */
const REFUSED_BY_GOOGLE = {
  'S3-delete': /^- Expected[\s\S]*OBJECT_NOT_FOUND/m,
  'I7-objects': /Expected: .*413.*\n.*Received: .*400/,
};

test('the service contract holds on Cloud Storage except for the errors of signed addresses', async () => {
  const failures = await failuresOf(servicePromises, onCloudStorage);
  expect(failures.map(({ id }) => id)).toEqual(Object.keys(REFUSED_BY_GOOGLE));
  const reasons = failures.map(({ error }) => stripVTControlCharacters(String(error)));
  expect(reasons).toEqual(Object.values(REFUSED_BY_GOOGLE).map((words) => expect.stringMatching(words)));
});
