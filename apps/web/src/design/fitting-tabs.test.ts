import { expect, test } from '@jest/globals';
import { fittingTabs } from './fitting-tabs.ts';

const line = { widths: [50, 80, 60, 50], gap: 4, button: 44, available: 252, current: 0 };

test('tabs that all fit need no button', () => {
  expect(fittingTabs(line)).toEqual([0, 1, 2, 3]);
});

test('the first tabs leave place for the button of the others', () => {
  expect(fittingTabs({ ...line, available: 251 })).toEqual([0, 1, 2]);
  expect(fittingTabs({ ...line, available: 245 })).toEqual([0, 1]);
});

test('the current tab is on the line, in its order, however far back it stands', () => {
  expect(fittingTabs({ ...line, available: 200, current: 3 })).toEqual([0, 3]);
  expect(fittingTabs({ ...line, available: 20, current: 2 })).toEqual([2]);
});

test('a line without a current tab takes the first ones', () => {
  expect(fittingTabs({ ...line, available: 200, current: -1 })).toEqual([0, 1]);
  expect(fittingTabs({ ...line, available: 20, current: -1 })).toEqual([]);
});
