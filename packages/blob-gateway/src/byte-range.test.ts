import { describe, expect, test } from '@jest/globals';
import { rangeOf } from './byte-range.ts';

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-4', { first: 2, last: 4 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=9-', { first: 9, last: 9 }],
    ['bytes=5-5000', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-500', { first: 0, last: 9 }],
    ['Bytes= 2-4 ', { first: 2, last: 4 }],
    ['bytes=0-99999999999999999999999', { first: 0, last: 9 }],
  ])('%s of ten bytes is one range', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });

  test.each([
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=4-2',
    'bytes=a-b',
    'bytes=1-2,4-5',
    'bytes=0-1,-1',
    'lines=1-2',
    'bytes 1-2',
    'bytes=1--2',
    'bytes=0x1-2',
  ])('%j is ignored, and the whole object is sent', (header) => {
    expect(rangeOf(header, 10)).toBeUndefined();
  });

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s of ten bytes cannot be satisfied',
    (header) => {
      expect(() => rangeOf(header, 10)).toThrow(expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE', size: 10 }));
    },
  );

  test('finds no first byte in an empty object, and takes a suffix range of it as the whole', () => {
    expect(() => rangeOf('bytes=0-', 0)).toThrow(expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE', size: 0 }));
    expect(rangeOf('bytes=-5', 0)).toBeUndefined();
  });
});
