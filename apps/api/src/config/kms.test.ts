import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const RING = 'projects/rooms-prod/locations/europe-west3/keyRings/strongroom';

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

const settingsOf = (environment: Readonly<Record<string, string>>) => {
  const read = readSettings({ STRONGROOM_KEYS: 'cloud-kms', STRONGROOM_KMS_KEY_RING: RING, ...environment });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.settings;
};

test('Cloud KMS needs a key ring', () => {
  expect(problemsOf({ STRONGROOM_KEYS: 'cloud-kms' })).toEqual([
    'STRONGROOM_KMS_KEY_RING is missing: STRONGROOM_KEYS=cloud-kms needs a key ring.',
  ]);
});

test("the default is one key per room, without additional data, and Google's destruction delay", () => {
  expect(settingsOf({})).toMatchObject({
    kmsKeyRing: RING,
    kmsKeyPer: 'room',
    kmsBinding: 'none',
    kmsDestroyAfter: undefined,
    kmsEndpoint: undefined,
  });
});

test.each([
  'strongroom',
  `${RING}/`,
  `${RING}/cryptoKeys/k`,
  RING.replace('projects', 'project'),
  `/${RING}`,
  `${RING} `.repeat(2),
])('"%s" is not a key ring', (ring) => {
  expect(problemsOf({ STRONGROOM_KMS_KEY_RING: ring })).toEqual([
    expect.stringMatching(/^STRONGROOM_KMS_KEY_RING must be the full name of a key ring, such as projects\//),
  ]);
});

describe('the endpoint', () => {
  test.each([
    ['https://cloudkms.example.com', 'https://cloudkms.example.com'],
    ['https://cloudkms.example.com:8443/', 'https://cloudkms.example.com:8443'],
    ['http://127.0.0.1:9010', 'http://127.0.0.1:9010'],
    ['http://[::1]:9010', 'http://[::1]:9010'],
  ])('may be %s', (text, read) => {
    expect(settingsOf({ STRONGROOM_KMS_ENDPOINT: text }).kmsEndpoint).toBe(read);
  });

  test.each([
    ['http://cloudkms.example.com', 'must begin with https:'],
    ['http://127.0.0.1.example.com', 'must begin with https:'],
    ['http://10.0.0.7', 'must begin with https:'],
    ['ftp://127.0.0.1', 'must be an address'],
    ['https://me@cloudkms.example.com', 'must be an address'],
    ['https://cloudkms.example.com/v1', 'must be an address'],
    ['cloudkms.example.com', 'must be an address'],
  ])('may not be %s', (text, sentence) => {
    expect(problemsOf({ STRONGROOM_KMS_ENDPOINT: text })).toEqual([
      expect.stringContaining(`STRONGROOM_KMS_ENDPOINT ${sentence}`),
    ]);
  });
});

test.each([
  ['STRONGROOM_KMS_DESTROY_AFTER', '0'],
  ['STRONGROOM_KMS_DESTROY_AFTER', '121'],
  ['STRONGROOM_KMS_KEY_PER', 'file'],
  ['STRONGROOM_KMS_BINDING', 'room'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
});
