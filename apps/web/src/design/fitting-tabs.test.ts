import { expect, test } from '@jest/globals';
import { fittingTabs } from './fitting-tabs.ts';

const line = { widths: [50, 80, 60, 50], gap: 4, button: 20, available: 252 };

test('tabs that all fit need no button', () => {
  expect(fittingTabs(line)).toBe(4);
});

test('the first tabs leave place for the button, which names any of the others', () => {
  expect(fittingTabs({ ...line, available: 251 })).toBe(2);
  expect(fittingTabs({ ...line, available: 237 })).toBe(1);
  expect(fittingTabs({ ...line, available: 20 })).toBe(0);
});
