import { expect, test } from '@jest/globals';
import { swipeOf } from './swipes.ts';

const START = { x: 300, y: 400, time: 0 };
const to = (x: number, y: number, time = 200) => swipeOf(START, { x: 300 + x, y: 400 + y, time });

test('a quick swipe turns the page, to the left forward', () => {
  expect([to(-120, 10), to(120, -20)]).toEqual(['next page', 'previous page']);
});

test('scrolling, a tap, a slow drag and a diagonal swipe turn no page', () => {
  expect([to(-20, 0), to(-80, 300), to(-120, 70), to(-120, 0, 900)]).toEqual(Array.from({ length: 4 }));
});
