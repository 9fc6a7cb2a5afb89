import { describe, expect, test } from '@jest/globals';
import { BEARER_PREFIXES, bearerSecret } from '@strongroom/domain';
import { readSettings } from './settings.ts';

const read = (environment: Readonly<Record<string, string>>) => {
  const found = readSettings(environment);
  return 'settings' in found ? found.settings : undefined;
};
const problems = (environment: Readonly<Record<string, string>>) => {
  const found = readSettings(environment);
  return 'problems' in found ? found.problems : [];
};

test('without any variable everything is embedded', () => {
  expect(read({ PATH: '/bin', HOME: '/root' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    dataDir: './data',
    ownerEmail: 'owner@strongroom.local',
    documents: 'sqlite',
    blobs: 'files',
    keys: 'local',
    mail: 'folder',
    rateLimit: 1000,
    trustedProxies: 0,
    uploadUrlTtl: 900,
    downloadUrlTtl: 60,
    labelRules: {
      scheme: [
        { label: 'C1', name: 'public' },
        { label: 'C2', name: 'internal' },
        { label: 'C3', name: 'confidential' },
        { label: 'C4', name: 'secret' },
      ],
      roleClearances: { owner: 'C4', member: 'C2' },
      externalClearance: 'C2',
      shareMaxLabel: null,
    },
    metricsHost: '127.0.0.1',
    metricsPort: undefined,
    logLevel: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', STRONGROOM_SECRET: ' ', STRONGROOM_LOG: '' })).toMatchObject({
    port: 8080,
    secret: undefined,
  });
});

test('the reader of the settings reports all problems at once, each naming its variable', () => {
  const found = problems({
    PORT: '70000',
    STRONGROOM_RATE_LIMIT: 'many',
    STRONGROOM_OWNER_EMAIL: 'nobody',
    STRONGROOM_RATELIMIT: '5',
  });
  expect(found).toEqual([
    'STRONGROOM_RATELIMIT is no setting of this service; did you mean STRONGROOM_RATE_LIMIT?',
    'PORT must be a whole number from 0 to 65535, not "70000".',
    'STRONGROOM_OWNER_EMAIL must be one plain e-mail address.',
    'STRONGROOM_RATE_LIMIT must be a whole number from 1 to 1000000000, not "many".',
  ]);
});

test.each([
  ['STRONGROOM_PORT', 'PORT'],
  ['STRONGROOM_DATA', undefined],
  ['STRONGROOM_LOGS', 'STRONGROOM_LOG'],
  ['STRONGROOM_PUT', undefined],
])('the report about %s suggests %s', (name, meant) => {
  const question = meant === undefined ? '.' : `; did you mean ${meant}?`;
  expect(problems({ [name]: '1' })).toEqual([`${name} is no setting of this service${question}`]);
});

test('the reader of the settings reports unknown variables of this service, and ignores others', () => {
  expect(problems({ STRONGROOM_FROBNICATION: 'on' })).toEqual([
    'STRONGROOM_FROBNICATION is no setting of this service.',
  ]);
  expect(problems({ NODE_ENV: 'production', MY_STRONGROOM_X: '1' })).toEqual([]);
  expect(problems({ STRONGROOM_URL: 'x', STRONGROOM_TOKEN: 'x', STRONGROOM_CONFIG: 'x' })).toEqual([]);
});

test('the largest number that a message names is accepted, and no larger one', () => {
  const largest = String(Number.MAX_SAFE_INTEGER);
  expect(read({ STRONGROOM_PENDING_BYTES: largest })).toMatchObject({ pendingBytes: Number(largest) });
  for (const larger of ['9007199254740992', '9007199254740993', `${largest}0`])
    expect(problems({ STRONGROOM_PENDING_BYTES: larger })).toEqual([
      `STRONGROOM_PENDING_BYTES must be a whole number from 1 to ${largest}, not "${larger}".`,
    ]);
});

describe('a wrong value is refused', () => {
  test.each([
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['STRONGROOM_PUBLIC_URL', 'rooms.example.com'],
    ['STRONGROOM_PUBLIC_URL', 'ftp://rooms.example.com'],
    ['STRONGROOM_PUBLIC_URL', 'https://user:pass@rooms.example.com'],
    ['STRONGROOM_PUBLIC_URL', 'https://rooms.example.com/?a=1'],
    ['STRONGROOM_OWNER_TOKEN', 'srt_short'],
    ['STRONGROOM_OWNER_TOKEN', bearerSecret('session', new Uint8Array(32))],
    ['STRONGROOM_SECRET', 'too short'],
    ['STRONGROOM_LABELS', 'C1:a,C1:b'],
    ['STRONGROOM_LABELS', 'C1:a:b'],
    ['STRONGROOM_LABELS', ','],
    ['STRONGROOM_ROLE_CLEARANCES', 'king=C4'],
    ['STRONGROOM_ROLE_CLEARANCES', 'owner=C4,owner=C3'],
    ['STRONGROOM_ROLE_CLEARANCES', 'owner'],
    ['STRONGROOM_ROLE_CLEARANCES', 'owner=C9'],
    ['STRONGROOM_SHARE_MAX_LABEL', 'C9'],
    ['STRONGROOM_EXTERNAL_CLEARANCE', 'C9'],
    ['STRONGROOM_CORS_ORIGINS', '*'],
    ['STRONGROOM_CORS_ORIGINS', 'https://a.example/path'],
    ['STRONGROOM_UPLOAD_URL_TTL', '0'],
    ['STRONGROOM_LOG', 'loud'],
    ['STRONGROOM_DOCUMENTS', 'postgres'],
  ])('%s=%s', (name, text) => {
    expect(problems({ [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name} .+\\.$`))]);
  });

  test.each(['https://example.org/rooms', 'https://example.org/rooms/', 'https://example.org//'])(
    'a public address with a path, because cookies and pages are for a whole host: %s',
    (text) => {
      expect(problems({ STRONGROOM_PUBLIC_URL: text })).toEqual([
        'STRONGROOM_PUBLIC_URL must have no path: sessions and keys of a page are open to every other page of its host, so give the service a host of its own, such as https://rooms.example.com.',
      ]);
    },
  );

  test('without its text if it may be a secret', () => {
    expect(problems({ STRONGROOM_SECRET: 'hunter2', STRONGROOM_OWNER_TOKEN: 'hunter2' }).join()).not.toContain(
      'hunter2',
    );
  });
});

test('the reader of the settings reads every setting', () => {
  const token = bearerSecret('apiToken', new Uint8Array(32));
  expect(token.startsWith(BEARER_PREFIXES.apiToken)).toBe(true);
  expect(
    read({
      STRONGROOM_PUBLIC_URL: 'https://rooms.example.com/',
      STRONGROOM_OWNER_TOKEN: token,
      STRONGROOM_LABELS: 'low:Low, high:Very high',
      STRONGROOM_ROLE_CLEARANCES:
        'owner=high,domain_admin=high,security_officer=high,department_admin=low,auditor=low,member=low',
      STRONGROOM_EXTERNAL_CLEARANCE: 'low',
      STRONGROOM_SHARE_MAX_LABEL: 'low',
      STRONGROOM_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      STRONGROOM_METRICS_PORT: '0',
    }),
  ).toMatchObject({
    publicUrl: 'https://rooms.example.com',
    ownerToken: token,
    labelRules: {
      scheme: [
        { label: 'low', name: 'Low' },
        { label: 'high', name: 'Very high' },
      ],
      roleClearances: { owner: 'high', member: 'low' },
      externalClearance: 'low',
      shareMaxLabel: 'low',
    },
    corsOrigins: ['https://a.example', 'http://localhost:3000'],
    metricsPort: 0,
  });
});

test('the reader of the settings reports each role whose clearance is not among the labels', () => {
  const found = problems({ STRONGROOM_LABELS: 'C1:public,C2:internal' });
  expect(found).toHaveLength(5);
  expect(found[0]).toBe(
    'STRONGROOM_ROLE_CLEARANCES gives owner the label C4, which is none of STRONGROOM_LABELS (C1, C2).',
  );
});

test.each(['email', 'preferred_username', 'upn'])(
  'the reader of the settings refuses the claim %s, which another person may have later',
  (claim) => {
    expect(problems({ STRONGROOM_OIDC_CLAIM: claim })).toEqual([
      `STRONGROOM_OIDC_CLAIM must not be ${claim}: another person may have it later; take sub or oid.`,
    ]);
  },
);

test.each(['https://login.microsoftonline.com/common/v2.0', 'https://accounts.google.com'])(
  'the reader of the settings refuses to trust the addresses of %s, where every person can have any',
  (issuer) => {
    const settings = {
      STRONGROOM_OIDC_ISSUER: issuer,
      STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
      STRONGROOM_OIDC_TRUST_EMAIL: 'on',
    };
    expect(problems(settings)).toEqual([expect.stringContaining('needs an issuer of one organisation')]);
    expect(problems({ ...settings, STRONGROOM_OIDC_TRUST_EMAIL: 'off' })).toEqual([]);
  },
);

test('the default allows fewer uploads a minute where another service wraps their keys', () => {
  const limit = (environment: Readonly<Record<string, string>>) =>
    read(environment)?.uploadsPerMinute ?? problems(environment);
  const kms = {
    STRONGROOM_KEYS: 'cloud-kms',
    STRONGROOM_KMS_KEY_RING: 'projects/data-rooms/locations/europe-west3/keyRings/strongroom',
  };
  expect([limit({}), limit(kms), limit({ ...kms, STRONGROOM_UPLOADS_PER_MINUTE: '700' })]).toEqual([30_000, 3000, 700]);
});

describe('keys of grants', () => {
  const KEYS = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
  const elsewhere = {
    STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32)),
    STRONGROOM_SECRET: 'x'.repeat(32),
    STRONGROOM_AUDIT_KEY: '/etc/strongroom/audit.key',
    STRONGROOM_KEY_SERVICE_URL: 'https://keys.example.com',
  };
  const keysOf = (environment: Readonly<Record<string, string>>): readonly string[] | undefined => {
    const found = readSettings(environment);
    if ('problems' in found) throw new Error(found.problems.join(' '));
    return found.settings.grantKeys;
  };

  test.each([
    ['mongodb', { STRONGROOM_MONGODB_URL: 'mongodb://db.example.com' }],
    ['postgresql', { STRONGROOM_POSTGRESQL_URL: 'postgresql://rooms@db.example.com/rooms' }],
    ['module:@acme/strongroom-documents', {}],
  ])('are asked for with a key service and documents in %s, where machines share them', (documents, more) => {
    const settings = { ...elsewhere, ...more, STRONGROOM_DOCUMENTS: documents };
    expect(readSettings(settings)).toEqual({
      problems: [expect.stringMatching(/^STRONGROOM_GRANT_KEY is missing: .*`strongroom-admin grant-key --make`/)],
    });
    expect(keysOf({ ...settings, STRONGROOM_GRANT_KEY: KEYS[0] ?? '' })).toEqual([KEYS[0]]);
    const { STRONGROOM_KEY_SERVICE_URL: _, ...without } = settings;
    expect(keysOf(without)).toBeUndefined();
  });

  test('are made with documents in the data folder', () => {
    expect(keysOf({ STRONGROOM_KEY_SERVICE_URL: 'https://keys.example.com' })).toBeUndefined();
  });

  test.each([KEYS.join(','), KEYS.join(' , '), KEYS.join('\n'), `\n${KEYS.join('\n\n')}\n`])(
    'are a list: %j',
    (text) => {
      expect(keysOf({ STRONGROOM_GRANT_KEY: text })).toEqual(KEYS);
    },
  );

  test.each([
    ['another length', `${KEYS[0]},${'A'.repeat(42)}`, 'must be 32 random bytes'],
    ['a key twice', `${KEYS[0]},${KEYS[0]}`, 'holds a key twice'],
    ['no key', ',', 'must hold 1 to 5 keys'],
    [
      'too many',
      Array.from({ length: 6 }, (_, byte) => Buffer.alloc(32, byte).toString('base64url')).join(),
      'must hold 1 to 5',
    ],
  ])('are refused with %s, and not repeated', (_, text, sentence) => {
    const found = readSettings({ STRONGROOM_GRANT_KEY: text });
    expect(found).toEqual({ problems: [expect.stringContaining(sentence)] });
    expect(JSON.stringify(found)).not.toContain(KEYS[0]);
  });
});
