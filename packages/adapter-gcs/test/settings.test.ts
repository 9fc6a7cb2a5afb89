import { describe, expect, test } from '@jest/globals';
import { BucketUnfit } from '../src/index.ts';
import { bytesOf, keyOf, putUnder } from './objects.ts';
import { BUCKET, strictBlobStore } from './setting.ts';
import { type BucketSettings, FIT_SETTINGS } from './stand-in/bucket.ts';

const SOFT: BucketSettings = { ...FIT_SETTINGS, softDeletePolicy: { retentionDurationSeconds: '604800' } };
const VERSIONED: BucketSettings = { ...FIT_SETTINGS, versioning: { enabled: true } };
const [UPLOAD, SEALED] = [keyOf('uploads/a'), keyOf('sealed/a')];

const said = async (settings: BucketSettings, weakerDeletion: 'refuse' | 'allow' = 'refuse'): Promise<string> =>
  strictBlobStore({ settings, weakerDeletion }).then(
    async (strict) => {
      await strict.end();
      return 'opened';
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(BucketUnfit);
      return (error as BucketUnfit).message;
    },
  );

describe('a bucket', () => {
  test.each<[string, BucketSettings, string]>([
    ['keeps what was deleted', SOFT, '--clear-soft-delete'],
    ['keeps old versions', VERSIONED, '--no-versioning'],
    [
      'retains everything',
      { ...FIT_SETTINGS, retentionPolicy: { retentionPeriod: '3600' } },
      '--clear-retention-period',
    ],
    ['holds every object', { ...FIT_SETTINGS, defaultEventBasedHold: true }, '--no-default-event-based-hold'],
    [
      'may be made public',
      {
        ...FIT_SETTINGS,
        iamConfiguration: { publicAccessPrevention: 'inherited', uniformBucketLevelAccess: { enabled: true } },
      },
      '--public-access-prevention',
    ],
    [
      'knows permissions of objects',
      {
        ...FIT_SETTINGS,
        iamConfiguration: { publicAccessPrevention: 'enforced', uniformBucketLevelAccess: { enabled: false } },
      },
      '--uniform-bucket-level-access',
    ],
    ['shows nothing of its access', {}, '--public-access-prevention'],
  ])('is refused with the command to run if it %s', async (_what, settings, flag) => {
    expect(await said(settings)).toContain(`gcloud storage buckets update gs://${BUCKET} ${flag}`);
  });

  test('is refused with all promises that it breaks', async () => {
    const message = await said({ ...SOFT, ...VERSIONED, softDeletePolicy: { retentionDurationSeconds: '90000' } });
    expect(message).toContain('for 90000 seconds (soft delete)');
    expect(message).toContain('(object versioning)');
  });

  test('is accepted if it breaks no promise', async () => {
    expect(await said(FIT_SETTINGS)).toBe('opened');
  });
});

test('weaker deletion may be allowed, but neither retention nor a hold nor public access', async () => {
  expect(await said({ ...SOFT, versioning: { enabled: true } }, 'allow')).toBe('opened');
  for (const settings of [{ retentionPolicy: { retentionPeriod: '1' } }, { defaultEventBasedHold: true }])
    expect(await said({ ...FIT_SETTINGS, ...settings }, 'allow')).toContain('gcloud storage buckets update');
  expect(await said({}, 'allow')).toContain('--public-access-prevention');
});

test('the store reports the retention of deleted objects as of the last check of the bucket', async () => {
  const strict = await strictBlobStore({ settings: SOFT, weakerDeletion: 'allow' });
  expect(strict.store.keptAfterDeletion).toBe(604_800);
  strict.standIn.bucket.settings = FIT_SETTINGS;
  await strict.store.check();
  expect(strict.store.keptAfterDeletion).toBe(0);
  await strict.end();
});

test('the store rejects a bucket that keeps deleted objects forever, whatever is allowed', async () => {
  const softDeletePolicy = { retentionDurationSeconds: '604800', hardDeletePause: { enabled: true } };
  expect(await said({ ...FIT_SETTINGS, softDeletePolicy }, 'allow')).toContain('indefinitely (hard delete pause)');
  expect(await said({ ...FIT_SETTINGS, softDeletePolicy: { ...softDeletePolicy, hardDeletePause: {} } }, 'allow')).toBe(
    'opened',
  );
});

test('the store fails the check with the reason when a bucket changes while the service runs', async () => {
  const strict = await strictBlobStore();
  await strict.store.check();
  strict.standIn.bucket.settings = SOFT;
  await expect(strict.store.check()).rejects.toMatchObject({
    name: 'Unavailable',
    cause: expect.objectContaining({ message: expect.stringContaining('keeps deleted objects for 7 days') }),
  });
  strict.standIn.bucket.settings = FIT_SETTINGS;
  await strict.store.check();
  await strict.end();
});

describe('a bucket with versions', () => {
  test('deletes all versions of an object, and finds noncurrent ones without a live one', async () => {
    const strict = await strictBlobStore({ settings: VERSIONED, weakerDeletion: 'allow' });
    await putUnder(strict, UPLOAD, 'first');
    const second = await putUnder(strict, UPLOAD, 'second');
    await putUnder(strict, keyOf('uploads/a-b'), 'another');
    await strict.store.seal(UPLOAD, second, SEALED);
    expect(strict.standIn.bucket.all(true).map(({ name }) => name)).toEqual([SEALED, UPLOAD, 'uploads/a-b']);
    expect((await strict.store.list('uploads/')).keys).toEqual([UPLOAD, 'uploads/a-b']);
    await strict.store.delete(UPLOAD);
    expect(strict.standIn.bucket.all(true).map(({ name }) => name)).toEqual([SEALED, 'uploads/a-b']);
    await strict.end();
  });

  test('lists an object once, whatever its number of versions, over pages', async () => {
    const strict = await strictBlobStore({ settings: VERSIONED, weakerDeletion: 'allow', pageSize: 2 });
    for (const name of ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'c', 'c'])
      await putUnder(strict, keyOf(`uploads/${name}`), 'version');
    const first = await strict.store.list('uploads/');
    expect(first).toEqual({ keys: ['uploads/a', 'uploads/b'], next: 'uploads/b' });
    expect(await strict.store.list('uploads/', first.next)).toEqual({ keys: ['uploads/c'] });
    await strict.end();
  });

  test('seals no generation that was replaced', async () => {
    const strict = await strictBlobStore({ settings: VERSIONED, weakerDeletion: 'allow' });
    const first = await putUnder(strict, UPLOAD, 'first');
    await putUnder(strict, UPLOAD, 'second');
    await expect(strict.store.seal(UPLOAD, first, SEALED)).rejects.toMatchObject({ name: 'GenerationGone' });
    await strict.end();
  });
});

test('the store serves a sealed object to browsers as an attachment', async () => {
  const strict = await strictBlobStore();
  const generation = await putUnder(strict, UPLOAD, '<script>');
  await strict.store.seal(UPLOAD, generation, SEALED);
  const { contentType, more } = strict.standIn.bucket.live(SEALED) ?? {};
  expect([contentType, more?.contentDisposition]).toEqual(['application/octet-stream', 'attachment']);
  expect(await bytesOf(strict, SEALED)).toBe('<script>');
  await strict.end();
});
