import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Alarm, SharedTimer } from './shared-timer.ts';
import { systemTimers } from './timers.ts';

jest.useFakeTimers();

let timer: SharedTimer;
let rung: string[];
beforeEach(() => {
  jest.clearAllTimers();
  rung = [];
  timer = new SharedTimer(systemTimers);
});

function alarm(name: string, milliseconds: number): Alarm {
  const made: Alarm = { slot: -1, due: performance.now() + milliseconds, onDue: () => void rung.push(name) };
  timer.add(made);
  return made;
}

test('the timer calls each alarm once, when it is due, in any order of additions', () => {
  alarm('second', 200);
  alarm('first', 100);
  alarm('third', 300);
  const steps = [99, 1, 99, 1, 100, 500].map((milliseconds) => {
    jest.advanceTimersByTime(milliseconds);
    return rung.splice(0).join();
  });
  expect(steps).toEqual(['', 'first', '', 'second', 'third', '']);
});

test('a timer leaves out an alarm that was removed, and calls those after it', () => {
  const removed = alarm('removed', 100);
  alarm('later', 200);
  expect(timer.remove(removed)).toBe(true);
  jest.advanceTimersByTime(200);
  expect(rung).toEqual(['later']);
});

test('all alarms share one timer, and without alarms there is none', () => {
  const alarms = [alarm('a', 100), alarm('b', 100), alarm('c', 300)];
  expect(jest.getTimerCount()).toBe(1);
  for (const one of alarms) timer.remove(one);
  expect(jest.getTimerCount()).toBe(0);
});

test('a timer says whether an alarm was still to be called', () => {
  const one = alarm('one', 100);
  jest.advanceTimersByTime(100);
  expect(timer.remove(one)).toBe(false);
});

test('the timer calls an alarm again that adds itself when it is called', () => {
  const again = { slot: -1, due: performance.now() + 100, onDue: () => void 0 };
  again.onDue = () => {
    rung.push('again');
    again.due += 100;
    timer.add(again);
  };
  timer.add(again);
  jest.advanceTimersByTime(350);
  expect(rung).toEqual(['again', 'again', 'again']);
});
