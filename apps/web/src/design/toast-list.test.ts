import { expect, test } from '@jest/globals';
import { foldedCount, type Toast, withToast } from './toast-list.ts';

const toast = (id: number, text: string, more: Partial<Toast> = {}): Toast => ({
  id,
  text,
  tone: 'good',
  actions: [],
  dialog: undefined,
  times: 1,
  ...more,
});
const all = (...toasts: readonly Toast[]): readonly Toast[] => toasts.reduce<readonly Toast[]>(withToast, []);
const shown = (toasts: readonly Toast[]) => toasts.map(({ id, text, times }) => `${id} ${text} ${times}`);

test('equal messages are one with their number, at the place of the last', () => {
  expect(shown(all(toast(0, 'Copied.'), toast(1, 'Saved.'), toast(2, 'Copied.'), toast(3, 'Copied.')))).toEqual([
    '1 Saved. 1',
    '3 Copied. 3',
  ]);
});

test('messages of another tone, in another dialog or with buttons are their own', () => {
  const undo = { actions: [{ name: 'Undo', run: () => undefined }] };
  const some = all(
    toast(0, 'Moved.', undo),
    toast(1, 'Moved.', undo),
    toast(2, 'Moved.'),
    toast(3, 'Moved.', { tone: 'danger' }),
    toast(4, 'Moved.', { dialog: 'share' }),
  );
  expect(some.map(({ times }) => times)).toEqual([1, 1, 1, 1, 1]);
});

test('three messages are shown, and older ones are folded', () => {
  expect([0, 3, 4, 9].map((count) => foldedCount(Array.from({ length: count })))).toEqual([0, 0, 1, 6]);
  expect(all(...Array.from({ length: 30 }, (_, id) => toast(id, `${id}`)))).toHaveLength(20);
});
