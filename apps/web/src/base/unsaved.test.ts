import { expect, test } from '@jest/globals';
import { askBeforeLeaving, forgetUnsaved, leavePage, noteUnsaved } from './unsaved.ts';

test('a page is left after a question as long as a form of it has something to save', () => {
  const left: string[] = [];
  const asked: (() => void)[] = [];
  const stop = askBeforeLeaving((leave) => asked.push(leave));
  const go = (to: string): void => leavePage(() => left.push(to));
  go('at once');
  const saved = [noteUnsaved('name'), noteUnsaved('bin')];
  go('after the question');
  expect([left, asked.length]).toEqual([['at once'], 1]);
  asked[0]?.();
  saved[0]?.();
  go('with one form left');
  expect([left, asked.length]).toEqual([['at once', 'after the question'], 2]);
  saved[1]?.();
  go('saved');
  noteUnsaved('name');
  forgetUnsaved();
  go('forgotten');
  noteUnsaved('name');
  stop();
  go('without a page that asks');
  expect(left.slice(2)).toEqual(['saved', 'forgotten', 'without a page that asks']);
});
