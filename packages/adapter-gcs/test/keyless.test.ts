import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { blobStorePromises } from '@strongroom/contract-tests';
import { plus } from '@strongroom/domain';
import { GcsBlobStore } from '../src/index.ts';
import { keyOf, putUnder } from './objects.ts';
import { BUCKET, EMAIL, type Strict, strictBlobStore } from './setting.ts';

const KEY = keyOf('uploads/a');
let strict: Strict;
// oxlint-disable-next-line node/no-process-env -- the only way to tell Google's library where a metadata server is
const environment = process.env;
const before = { ...environment };

/** A store on a machine with a service account whose key only Google has. */
beforeEach(async () => {
  const asAccount = await strictBlobStore();
  const { standIn, now } = asAccount;
  delete environment.GOOGLE_APPLICATION_CREDENTIALS;
  environment.GCE_METADATA_HOST = `127.0.0.1:${standIn.port}`;
  // The library detects the server in a race against a timer, which a busy machine loses.
  environment.METADATA_SERVER_DETECTION = 'assume-present';
  const store = await GcsBlobStore.open({
    bucket: BUCKET,
    endpoint: standIn.url,
    iamEndpoint: `${standIn.url}/v1/projects/-/serviceAccounts/`,
    clock: { now },
    pageSize: 4,
  });
  strict = { ...asAccount, store };
  standIn.asked.length = 0;
});
afterEach(async () => {
  delete environment.GCE_METADATA_HOST;
  delete environment.METADATA_SERVER_DETECTION;
  Object.assign(environment, before);
  await strict.end();
});

const sign = (): Promise<string> =>
  strict.store.signUpload({ key: KEY, size: 5, expiresAt: plus(strict.now(), 60_000) });

test('the store signs every address with IAM for the account of the machine if there is no key', async () => {
  expect(await sign()).toContain(encodeURIComponent(`${EMAIL}/20300101/auto/storage`));
  await sign();
  const signBlob = `POST /v1/projects/-/serviceAccounts/${EMAIL}:signBlob`;
  expect(strict.standIn.asked.filter((asked) => asked === signBlob)).toHaveLength(2);
  expect(await putUnder(strict, KEY, 'bytes')).toMatch(/^\d+$/);
});

// This test comes first, because the library goes on for seconds with requests that the store no longer waits for.
describe('a signature that IAM does not give', () => {
  test.each([403, 429] as const)('because of status %d makes the store unavailable', async (status) => {
    strict.standIn.faults.POST.push(...Array.from({ length: 9 }, () => status));
    await expect(sign()).rejects.toMatchObject({ name: 'Unavailable', dependency: 'blobs' });
  });

  test('because it does not answer makes the store unavailable within two seconds', async () => {
    strict.standIn.faults.POST.push('hang');
    // Timers of one process run in order, so a busy machine delays this one and the deadline alike.
    const late = AbortSignal.timeout(2500);
    await expect(sign()).rejects.toMatchObject({ name: 'Unavailable', dependency: 'blobs' });
    expect(late.aborted).toBe(false);
  });
});

test('the store keeps the promises about signed addresses', async () => {
  const aboutAddresses = blobStorePromises.filter(({ id }) => ['BS-02', 'BS-03', 'BS-04', 'BS-05'].includes(id));
  for (const { run } of aboutAddresses) {
    await run(strict);
    for (const key of (await strict.store.list('')).keys) await strict.store.delete(key);
  }
  expect(aboutAddresses.length).toBeGreaterThan(4);
});
