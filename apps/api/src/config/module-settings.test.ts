import { describe, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { readSettings } from './settings.ts';

type Environment = Readonly<Record<string, string>>;

const problemsOf = (environment: Environment): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

const FOO = 'module:@acme/strongroom-foo';

test('an adapter from outside gets the variables with the prefix of its port, and no other', () => {
  expect(
    readSettings({
      STRONGROOM_BLOBS: FOO,
      STRONGROOM_BLOBS_MODULE_URL: ' https://blobs.example.com ',
      STRONGROOM_BLOBS_MODULE_EMPTY: ' ',
      STRONGROOM_LIMITS: 'module:limits',
      STRONGROOM_LIMITS_MODULE_URL: 'x',
    }),
  ).toMatchObject({
    settings: {
      blobs: FOO,
      moduleSettings: {
        blobs: { URL: 'https://blobs.example.com' },
        limits: { URL: 'x' },
        documents: {},
        keys: {},
        mail: {},
      },
    },
  });
});

test('a variable of a package is unknown while one of our adapters is chosen', () => {
  expect(problemsOf({ STRONGROOM_BLOBS: 'memory', STRONGROOM_BLOBS_MODULE_URL: 'x' })).toEqual([
    'STRONGROOM_BLOBS_MODULE_URL is no setting of this service.',
  ]);
  expect(problemsOf({ STRONGROOM_BLOBS: FOO, STRONGROOM_KEYS_MODULE_URL: 'x' })).toHaveLength(1);
});

describe('a package', () => {
  test.each(['module:foo', 'module:@acme/foo', 'module:@acme/foo/limits', 'module:foo.js'])('may be %s', (word) => {
    expect(problemsOf({ STRONGROOM_MAIL: word })).toEqual([]);
  });

  test.each([
    'module:',
    'module:./foo',
    'module:../foo',
    'module:/srv/foo',
    'module:@acme',
    'module:foo/../bar',
    'module:foo/./bar',
    'module:node:fs',
    'module:file:///srv/foo.js',
    'module:data:text/javascript,1',
    'module:Foo',
    `module:${'x'.repeat(215)}`,
  ])('may not be %s', (word) => {
    expect(problemsOf({ STRONGROOM_MAIL: word })).toEqual([
      'STRONGROOM_MAIL must name a package of npm after module:, such as module:@acme/strongroom-foo.',
    ]);
  });
});

test('documents of a package need a token, a secret and an audit key that all processes share', () => {
  expect(problemsOf({ STRONGROOM_DOCUMENTS: FOO })).toEqual([
    expect.stringMatching(/^STRONGROOM_OWNER_TOKEN is missing: STRONGROOM_DOCUMENTS=module:@acme\/strongroom-foo /),
    expect.stringMatching(/^STRONGROOM_SECRET is missing: STRONGROOM_DOCUMENTS=module:@acme\/strongroom-foo /),
    expect.stringMatching(/^STRONGROOM_AUDIT_KEY is missing: STRONGROOM_DOCUMENTS=module:@acme\/strongroom-foo /),
  ]);
  const shared = {
    STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32)),
    STRONGROOM_SECRET: 'x'.repeat(32),
    STRONGROOM_AUDIT_KEY: '/etc/strongroom/audit.key',
  };
  expect(problemsOf({ STRONGROOM_DOCUMENTS: FOO, ...shared })).toEqual([]);
});

test('no outer layer goes around a vault of a package', () => {
  expect(problemsOf({ STRONGROOM_KEYS: FOO, STRONGROOM_KEYS_OUTER: '/srv/key.pem' })).toEqual([
    expect.stringMatching(/^STRONGROOM_KEYS_OUTER is set: .* takes no outer layer/),
  ]);
});
