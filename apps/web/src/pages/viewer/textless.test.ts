import { expect, test } from '@jest/globals';
import { rangesOf, textlessWords } from './textless.ts';

test('pages without text are named, those in a row as one', () => {
  expect(rangesOf([3, 4, 5, 9, 12, 13])).toBe('3 to 5, 9, 12 to 13');
  expect(rangesOf([1, 3, 5, 7, 9, 11])).toBe('1, 3, 5, 7, 9 and others');
});

test('a search says what it cannot read', () => {
  expect(textlessWords([], 3)).toBeUndefined();
  expect(textlessWords([1, 2, 3], 3)).toBe('This document is a scan without text: it cannot be searched.');
  expect(textlessWords([2], 3)).toBe('Without text, like scans, and so not searched: page 2.');
  expect(textlessWords([2, 3], 4)).toBe('Without text, like scans, and so not searched: pages 2 to 3.');
});
