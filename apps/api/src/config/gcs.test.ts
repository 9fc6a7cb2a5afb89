import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ+/01';

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

const settingsOf = (environment: Readonly<Record<string, string>>) => {
  const read = readSettings({ STRONGROOM_BLOBS: 'gcs', STRONGROOM_GCS_BUCKET: 'rooms-prod', ...environment });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.settings;
};

test('Cloud Storage needs a bucket', () => {
  expect(problemsOf({ STRONGROOM_BLOBS: 'gcs' })).toEqual([
    'STRONGROOM_GCS_BUCKET is missing: STRONGROOM_BLOBS=gcs needs a bucket.',
  ]);
});

test('the default signs with the key of the account, uses the public endpoint and requires immediate deletion', () => {
  expect(settingsOf({})).toMatchObject({
    gcsBucket: 'rooms-prod',
    gcsHmacId: undefined,
    gcsHmacSecret: undefined,
    gcsWeakerDeletion: 'refuse',
    gcsEndpoint: undefined,
  });
});

test('half an HMAC key is not a key', () => {
  expect(problemsOf({ STRONGROOM_GCS_HMAC_ID: 'GOOG1E00' })).toEqual([
    'STRONGROOM_GCS_HMAC_SECRET is missing: STRONGROOM_GCS_HMAC_ID is set.',
  ]);
  expect(problemsOf({ STRONGROOM_GCS_HMAC_SECRET: SECRET })).toEqual([
    'STRONGROOM_GCS_HMAC_ID is missing: STRONGROOM_GCS_HMAC_SECRET is set.',
  ]);
  expect(settingsOf({ STRONGROOM_GCS_HMAC_ID: 'GOOG1E00', STRONGROOM_GCS_HMAC_SECRET: SECRET })).toMatchObject({
    gcsHmacId: 'GOOG1E00',
    gcsHmacSecret: SECRET,
  });
});

test('the reader of the settings does not repeat a malformed secret', () => {
  const said = problemsOf({ STRONGROOM_GCS_HMAC_SECRET: 'hunter2' });
  expect(said).toEqual(['STRONGROOM_GCS_HMAC_SECRET must be the 40 characters of the secret of an HMAC key.']);
});

test.each([
  ['STRONGROOM_GCS_BUCKET', 'gs://rooms'],
  ['STRONGROOM_GCS_BUCKET', 'Rooms'],
  ['STRONGROOM_GCS_BUCKET', 'rooms/more'],
  ['STRONGROOM_GCS_BUCKET', '..'],
  ['STRONGROOM_GCS_HMAC_ID', 'AKIA0000'],
  ['STRONGROOM_GCS_WEAKER_DELETION', 'yes'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
});

describe('the endpoint', () => {
  test.each([
    ['https://storage.example.com/', 'https://storage.example.com'],
    ['http://127.0.0.1:4443', 'http://127.0.0.1:4443'],
  ])('may be %s', (text, read) => {
    expect(settingsOf({ STRONGROOM_GCS_ENDPOINT: text }).gcsEndpoint).toBe(read);
  });

  test.each([
    ['http://storage.example.com', 'must begin with https:'],
    ['http://127.0.0.1.example.com', 'must begin with https:'],
    ['ftp://127.0.0.1', 'must be an address'],
    ['https://me@storage.example.com', 'must be an address'],
    ['https://storage.example.com/storage', 'must be an address'],
  ])('may not be %s', (text, sentence) => {
    expect(problemsOf({ STRONGROOM_GCS_ENDPOINT: text })).toEqual([
      expect.stringContaining(`STRONGROOM_GCS_ENDPOINT ${sentence}`),
    ]);
  });
});
