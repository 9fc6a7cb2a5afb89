import { describe, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { readSettings } from './settings.ts';

const NEEDED = {
  STRONGROOM_DOCUMENTS: 'postgresql',
  STRONGROOM_POSTGRESQL_URL: 'postgresql://rooms@db.example.com/rooms',
  STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32)),
  STRONGROOM_SECRET: 'x'.repeat(32),
  STRONGROOM_AUDIT_KEY: '/etc/strongroom/audit.key',
};

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(environment);
  return 'problems' in read ? read.problems : [];
};

test('PostgreSQL needs an address, and a token, a secret and an audit key that all processes share', () => {
  expect(problemsOf({ STRONGROOM_DOCUMENTS: 'postgresql' })).toEqual([
    expect.stringMatching(/^STRONGROOM_OWNER_TOKEN is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_SECRET is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_POSTGRESQL_URL is missing: .*\.$/),
    expect.stringMatching(/^STRONGROOM_AUDIT_KEY is missing: .*\.$/),
  ]);
  expect(problemsOf(NEEDED)).toEqual([]);
});

describe('the address', () => {
  test.each([
    'postgresql://rooms:p%40ss@db.example.com:5432/rooms?sslmode=verify-full',
    'postgres://rooms:hunter2@db-a.example.com,db-b.example.com:5433/rooms',
    'postgresql://rooms@/rooms?host=/run/postgresql',
    'postgresql://rooms@[::1]:5432/rooms',
  ])('may be %s', (url) => {
    expect(problemsOf({ ...NEEDED, STRONGROOM_POSTGRESQL_URL: url })).toEqual([]);
  });

  test.each([
    'db.example.com',
    'http://rooms:hunter2@db.example.com/rooms',
    'postgresql://db.example.com/hunter2',
    'postgresql://rooms:hunter2@db.example.com',
    'postgresql://rooms:hunter@2@db.example.com/rooms',
  ])('may not be %s, which is not repeated', (url) => {
    const problems = problemsOf({ ...NEEDED, STRONGROOM_POSTGRESQL_URL: url });
    expect(problems).toEqual([
      expect.stringMatching(/^STRONGROOM_POSTGRESQL_URL must be an address such as postgresql:/),
    ]);
    expect(problems.join()).not.toContain('hunter');
  });
});
