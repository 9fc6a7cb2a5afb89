import { describe, expect, test } from '@jest/globals';
import {
  COMMAND_LINE_VARIABLES,
  KEY_SERVICE_VARIABLES,
  ROOM_SERVICE_VARIABLES,
  readVariables,
  START_VARIABLES,
  type VariableTable,
} from '../src/index.ts';

const TABLES: readonly VariableTable[] = [
  ROOM_SERVICE_VARIABLES,
  KEY_SERVICE_VARIABLES,
  COMMAND_LINE_VARIABLES,
  START_VARIABLES,
];
const ALL = [...new Set(TABLES.flatMap((table) => Object.values(table)))];
const NAMES = ALL.map(({ name }) => name);

describe('descriptions of variables', () => {
  test('have a name of their own, a sentence, allowed values and a default that can be shown', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    for (const { meaning, shown, form } of ALL) {
      expect(meaning).toMatch(/\.$/);
      expect(shown).not.toBe('');
      expect(form.allowed).not.toBe('');
    }
  });

  test.each(TABLES.map((table) => [table]))('require only variables of the same table', (table) => {
    const names = Object.values(table).map(({ name }) => name);
    for (const { requiredWith } of Object.values(table))
      for (const requirement of requiredWith) expect(names).toContain(requirement.with);
  });

  test('mark every secret, whose wrong value no message repeats', () => {
    const secrets = ALL.filter(({ form }) => form.isSecret === true);
    expect(secrets.map(({ name }) => name).toSorted()).toEqual([
      'STRONGROOM_GCS_HMAC_SECRET',
      'STRONGROOM_GRANT_KEY',
      'STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET',
      'STRONGROOM_MONGODB_URL',
      'STRONGROOM_OIDC_CLIENT_SECRET',
      'STRONGROOM_OWNER_TOKEN',
      'STRONGROOM_POSTGRESQL_URL',
      'STRONGROOM_SECRET',
      'STRONGROOM_SMTP_URL',
      'STRONGROOM_TOKEN',
    ]);
    for (const table of TABLES) {
      const environment = Object.fromEntries(secrets.map(({ name }) => [name, 'hunter2:%']));
      const read = readVariables(table, environment, () => []);
      expect(JSON.stringify('problems' in read ? read.problems : [])).not.toContain('hunter2');
    }
  });

  test('accept their own defaults', () => {
    for (const table of TABLES) expect(readVariables(table, {}, () => [])).toHaveProperty('values');
  });
});

describe('a wrong value', () => {
  const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
    const read = readVariables(ROOM_SERVICE_VARIABLES, environment, () => ['rules do not judge malformed values']);
    return 'problems' in read ? read.problems : [];
  };

  test('is repeated where it is a number or a word', () => {
    expect(problemsOf({ PORT: '70000', STRONGROOM_LOG: 'loud' })).toEqual([
      'PORT must be a whole number from 0 to 65535, not "70000".',
      'STRONGROOM_LOG must be one of error, warn, info, debug, not "loud".',
    ]);
  });

  test('is not repeated where people may have written a password', () => {
    expect(problemsOf({ STRONGROOM_PASSWORDS: 'hunter2' })).toEqual(['STRONGROOM_PASSWORDS must be one of on, off.']);
  });

  test('is not repeated where it is long, and may be a secret in the wrong place', () => {
    expect(problemsOf({ PORT: 'srt_'.repeat(6) })).toEqual(['PORT must be a whole number from 0 to 65535.']);
  });
});
