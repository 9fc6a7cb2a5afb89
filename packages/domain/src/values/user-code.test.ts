import { describe, expect, test } from '@jest/globals';
import { canonicalUserCode, TypedUserCode, userCode } from './user-code.ts';

const bytes = (...given: readonly number[]) => Uint8Array.from({ length: 8 }, (_, index) => given[index] ?? 0);
const typed = (text: string) => canonicalUserCode(TypedUserCode.parse(text));

describe('a user code', () => {
  test('has eight consonants in two halves, each of twenty', () => {
    expect(userCode(bytes())).toBe('BBBB-BBBB');
    expect(userCode(bytes(0, 0, 0, 0, 0, 0, 0, 19))).toBe('ZBBB-BBBB');
    expect(userCode(bytes(0, 0, 0, 0, 0, 0, 0, 20))).toBe('BCBB-BBBB');
    const drawn = Array.from({ length: 200 }, () => userCode(crypto.getRandomValues(new Uint8Array(8))));
    for (const code of drawn) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(new Set(drawn).size).toBe(200);
    expect(new Set(drawn.flatMap((code) => code.split(''))).size).toBe(21);
    expect(() => userCode(new Uint8Array(7))).toThrow(RangeError);
  });

  test('is understood however it is typed', () => {
    for (const text of ['WDJB-MJHT', 'wdjb-mjht', 'wdjbmjht', ' WD JB - MJ HT ']) expect(typed(text)).toBe('WDJB-MJHT');
  });

  test('holds no other letters', () => {
    for (const text of ['WDJB-MJHA', 'AEIOUYWD']) expect(typed(text)).toBeUndefined();
    for (const text of ['', 'WDJB', 'WDJB-MJHTW', 'WDJB-MJH1', 'WDJB_MJHT', `WDJB-MJHT${' '.repeat(30)}`, 8])
      expect(TypedUserCode.is(text)).toBe(false);
  });
});
