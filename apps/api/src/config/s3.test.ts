import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

test('an S3 server needs a bucket', () => {
  expect(problemsOf({ STRONGROOM_BLOBS: 's3' })).toEqual([
    'STRONGROOM_S3_BUCKET is missing: STRONGROOM_BLOBS=s3 needs a bucket.',
  ]);
});

test('only the bucket is required', () => {
  const read = readSettings({ STRONGROOM_BLOBS: 's3', STRONGROOM_S3_BUCKET: 'rooms' });
  expect(read).toMatchObject({
    settings: { blobs: 's3', s3Bucket: 'rooms', s3Endpoint: undefined, s3Region: 'us-east-1', s3PathStyle: undefined },
  });
});

test.each([
  ['STRONGROOM_S3_BUCKET', 's3://rooms'],
  ['STRONGROOM_S3_BUCKET', 'Rooms'],
  ['STRONGROOM_S3_BUCKET', 'rooms/more'],
  ['STRONGROOM_S3_ENDPOINT', 'http://s3.example.com'],
  ['STRONGROOM_S3_ENDPOINT', 'https://me@s3.example.com'],
  ['STRONGROOM_S3_ENDPOINT', 'https://s3.example.com/rooms'],
  ['STRONGROOM_S3_REGION', 'eu central'],
  ['STRONGROOM_S3_PATH_STYLE', 'maybe'],
  ['STRONGROOM_S3_PREFIX', 'rooms'],
  ['STRONGROOM_S3_PREFIX', '/rooms/'],
  ['STRONGROOM_S3_PREFIX', '../'],
  ['STRONGROOM_S3_WAY', 'presigned'],
  ['STRONGROOM_S3_PUBLIC_ENDPOINT', 'http://s3.example.com'],
  ['STRONGROOM_S3_CUT_UPLOADS', 'accept'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must b`)]);
});
