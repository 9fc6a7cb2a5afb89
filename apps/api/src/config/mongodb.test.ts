import { describe, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { readSettings } from './settings.ts';

const NEEDED = {
  STRONGROOM_DOCUMENTS: 'mongodb',
  STRONGROOM_MONGODB_URL: 'mongodb://db.example.com/?replicaSet=rs',
  STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32)),
  STRONGROOM_SECRET: 'x'.repeat(32),
  STRONGROOM_AUDIT_KEY: '/etc/strongroom/audit.key',
};

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

test('MongoDB needs an address, and a token, a secret and an audit key that all processes share', () => {
  expect(problemsOf({ STRONGROOM_DOCUMENTS: 'mongodb' })).toEqual([
    expect.stringMatching(/^STRONGROOM_OWNER_TOKEN is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_SECRET is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_MONGODB_URL is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_AUDIT_KEY is missing: .*\.$/),
  ]);
  expect(problemsOf(NEEDED)).toEqual([]);
  expect(readSettings(NEEDED)).toMatchObject({ settings: { mongodbDatabase: 'strongroom' } });
});

describe('the address', () => {
  test.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://a.example.com:27017,b.example.com,c.example.com/?replicaSet=rs&tls=true',
    'mongodb+srv://rooms:p%40ss@cluster.example.com/admin?authSource=admin',
    'mongodb://[::1]:27017/?replicaSet=rs',
  ])('may be %s', (url) => {
    expect(problemsOf({ ...NEEDED, STRONGROOM_MONGODB_URL: url })).toEqual([]);
  });

  test.each([
    'db.example.com',
    'http://rooms:hunter2@db.example.com',
    'mongodb://',
    'mongodb://rooms:hunter2@',
    'mongodb://rooms:hunter2@ db.example.com',
    'mongodb://rooms:hunter@2@db.example.com',
  ])('may not be %s, which is not repeated', (url) => {
    const problems = problemsOf({ ...NEEDED, STRONGROOM_MONGODB_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^STRONGROOM_MONGODB_URL must be an address such as mongodb:/)]);
    expect(problems.join()).not.toContain('hunter');
  });
});

test.each(['a b', 'a.b', 'a/b', 'admin', 'local', 'x'.repeat(39)])('no database is called "%s"', (name) => {
  expect(problemsOf({ ...NEEDED, STRONGROOM_MONGODB_DATABASE: name })).toEqual([
    expect.stringMatching(/^STRONGROOM_MONGODB_DATABASE must be a name/),
  ]);
});
