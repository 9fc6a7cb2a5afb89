import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { Password, TriedPassword } from './password.ts';

describe('a new password', () => {
  test('has 12 to 256 characters, counted as code points', () => {
    const { minLength, maxLength } = Password.schema as { minLength?: number; maxLength?: number };
    expect([minLength, maxLength]).toEqual([12, 256]);
    for (const letter of ['a', 'é', '😀']) {
      expect([11, 12, 256, 257].map((length) => [length, Password.is(letter.repeat(length))])).toEqual([
        [11, false],
        [12, true],
        [256, true],
        [257, false],
      ]);
    }
    expect(Password.problem('too short')).toEqual({
      rule: 'password',
      message: 'must have 12 to 256 characters',
      code: 'VALIDATION_ERROR',
    });
  });

  test('may be made of anything, blanks and control characters among it, and is kept as sent', () => {
    for (const text of [' '.repeat(12), '\t\n\0'.repeat(4), 'e\u0301'.repeat(6), 'a\u202eb'.repeat(4), '密'.repeat(12)])
      expect(Password.parse(text)).toBe(text);
  });

  test('is a well-formed text: half a surrogate pair is refused wherever it stands', () => {
    for (const text of ['\ud83d', '\ude00'])
      for (const whole of [`${text}${'a'.repeat(12)}`, `${'a'.repeat(12)}${text}`])
        expect(Password.problem(whole)?.message).toBe('must not hold lone surrogates');
  });

  test('is a string and nothing else', () => {
    for (const input of [
      undefined,
      null,
      123_456_789_012,
      ['a'.repeat(12)],
      { length: 12 },
      new String('a'.repeat(12)),
    ])
      expect(Password.problem(input)?.message).toBe('must be a string');
  });
});

describe('a password that is tried', () => {
  test('may be any string that is short enough to be hashed', () => {
    expect(['', 'a', '\ud83d', 'a'.repeat(1024)].map((text) => TriedPassword.is(text))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(TriedPassword.is('a'.repeat(1025))).toBe(false);
  });

  test('is a string and nothing else', () => {
    for (const input of [undefined, null, 1, ['a'], new String('a')])
      expect(TriedPassword.problem(input)).toMatchObject({ rule: 'string', code: 'VALIDATION_ERROR' });
  });

  test('accepts at sign-in every password that was ever accepted as a new one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 12, maxLength: 256 }), (text) =>
        expect(!Password.is(text) || TriedPassword.is(text)).toBe(true),
      ),
    );
  });
});
