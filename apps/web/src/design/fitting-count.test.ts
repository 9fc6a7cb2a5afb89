import { expect, test } from '@jest/globals';
import { fittingCount } from './fitting-count.ts';

const line = { widths: [50, 80, 60, 50], gap: 4, button: 100, available: 252 };

test('parts that all fit need no button', () => {
  expect(fittingCount(line)).toBe(4);
});

test('the first parts leave place for the button', () => {
  expect(fittingCount({ ...line, available: 251 })).toBe(2);
  expect(fittingCount({ ...line, available: 237 })).toBe(1);
  expect(fittingCount({ ...line, available: 20 })).toBe(0);
});
