import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from '@jest/globals';
import { type SqlValue, Statement } from './sqlite-statement.ts';

const prepared = (sql: string): Statement =>
  new Statement(new DatabaseSync(':memory:'), sql, { statements: 0, commits: 0, syncs: 0, retries: 0 });

describe('a statement', () => {
  test('binds texts, exact integers and NULL', () => {
    const values = ['a\u0000b', Number.MAX_SAFE_INTEGER, 2n ** 53n, null] as const;
    const row = prepared('SELECT hex(?1) AS a, ?2 AS b, CAST(?3 AS TEXT) AS c, ?4 AS d').row(...values);
    expect({ ...row }).toEqual({ a: '610062', b: Number.MAX_SAFE_INTEGER, c: '9007199254740992', d: null });
  });

  test('counts a parameter that is written twice once', () => {
    expect({ ...prepared('SELECT ?1 AS a, ?2 AS b, ?1 AS c').row('x', 'y') }).toEqual({ a: 'x', b: 'y', c: 'x' });
  });

  test.each([[[]], [['x']], [['x', 'y', 'z']]])('refuses %j for two parameters', (values) => {
    expect(() => prepared('SELECT ?1, ?2').row(...values)).toThrow(`${values.length} values for 2 parameters`);
  });

  test('binds bytes', () => {
    expect({ ...prepared('SELECT ?1 AS a').row(Uint8Array.of(1, 2)) }).toEqual({ a: Uint8Array.of(1, 2) });
  });

  // node:sqlite would take the first as the names of parameters, undefined as NULL and true as 1.
  test.each([[new Date(0)], [() => 1], [{}], [undefined], [true], [Number.NaN], [0.5], [2 ** 53]])(
    'refuses to bind %p',
    (value) => {
      expect(() => prepared('SELECT ?1').row(value as SqlValue)).toThrow('cannot be bound');
    },
  );
});
