import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { compareBytes, firstNotBefore } from './places.ts';

describe('the byte order of strings', () => {
  test('is the order of their UTF-8 bytes', () => {
    // Units around the surrogates, where UTF-16 order and UTF-8 order differ.
    const unit = fc.constantFrom(
      '',
      'a',
      'b',
      '\u0000',
      '\u007f',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
    );
    const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});

describe('the place in a sorted list', () => {
  test('is before the first entry that does not sort before it', () => {
    const sorted = [1, 3, 3, 5].map((position, n) => ({ position, id: `${n}` }));
    const places = [
      [0, ''],
      [1, ''],
      [1, '0'],
      [1, '1'],
      [3, '1'],
      [3, '2'],
      [3, '9'],
      [9, ''],
    ] as const;
    expect(places.map(([position, id]) => firstNotBefore(sorted, { position, id }))).toEqual([0, 0, 0, 1, 1, 2, 3, 4]);
  });
});
