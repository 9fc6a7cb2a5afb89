import { expect, test } from '@jest/globals';
import { mayMakeIn } from './may-make.ts';

const FOLDERS = [
  { path: 'Deal', structure: 'owners' },
  { path: 'Deal/Bidder A', structure: 'open' },
] as const;

test('offers a new folder where one can be made', () => {
  const places = (may: readonly ('file.upload' | 'folder.create' | 'folder.make_closed')[]) =>
    ['', 'Deal', 'Deal/Bidder A', 'not read yet'].map((path) => mayMakeIn({ may }, path, FOLDERS));
  expect(places([])).toEqual([false, false, false, false]);
  // A contributor of a room whose owners make the folders at its top, and of an open one.
  expect(places(['file.upload'])).toEqual([false, false, true, true]);
  expect(places(['file.upload', 'folder.create'])).toEqual([true, false, true, true]);
  expect(places(['file.upload', 'folder.create', 'folder.make_closed'])).toEqual([true, true, true, true]);
});
