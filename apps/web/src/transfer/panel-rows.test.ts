import { expect, test } from '@jest/globals';
import { panelRows } from './panel-rows.ts';
import type { UploadState } from './queued-files.ts';

const files = (...states: readonly UploadState[]) => states.map((state, id) => ({ id, state }));
const shown = (states: readonly UploadState[], most = 10) => panelRows(files(...states), most).map(({ id }) => id);

test('failed files come first, and the others stay in the order in which they were added', () => {
  expect(shown(['done', 'sending', 'failed', 'there', 'waiting', 'failed'])).toEqual([2, 5, 0, 1, 3, 4]);
});

test('the files at work are shown before those that are done where not all have a place', () => {
  expect(shown(['done', 'done', 'sending', 'waiting', 'failed'], 4)).toEqual([4, 0, 2, 3]);
  expect(shown(['done', 'waiting', 'sending', 'waiting'], 2)).toEqual([1, 2]);
  expect(shown([], 2)).toEqual([]);
});
