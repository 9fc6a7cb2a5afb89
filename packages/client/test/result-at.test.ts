import { expect, test } from '@jest/globals';
import { resultAt } from '../src/transfer/result-at.ts';

const DETAILS = [{ field: 'name', rule: 'name', message: 'must not contain "/"' }];
const RESULTS = [
  { index: 1, status: 400, error: { code: 'VALIDATION_ERROR', message: 'No.', status: 400, details: DETAILS } },
  { index: 0, status: 200, data: 'first' },
] as const;

test('the data of an item is found by its index', () => {
  expect(resultAt(RESULTS, 0)).toBe('first');
});

test('the error of an item is thrown with its details', () => {
  expect(() => resultAt(RESULTS, 1)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', status: 400, details: DETAILS }),
  );
});

test('an item without a result is an error', () => {
  expect(() => resultAt(RESULTS, 2)).toThrow(expect.objectContaining({ code: 'UNEXPECTED_ANSWER' }));
});
