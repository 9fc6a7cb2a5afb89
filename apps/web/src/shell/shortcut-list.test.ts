import { expect, test } from '@jest/globals';
import { SHORTCUTS } from './shortcut-list.ts';

const keysOf = (title: string): readonly string[] =>
  SHORTCUTS.filter((part) => part.title === title).flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys));

test('the help has each key of lists and of the viewer, as its cap has it', () => {
  expect(keysOf('Lists')).toEqual(expect.arrayContaining(['/', '↓', 'Page Down', 'Shift+↑', 'Ctrl+A', 'Esc']));
  expect(keysOf('Files of a room')).toEqual(expect.arrayContaining(['Ctrl+X', 'Ctrl+V', 'F2', 'Delete']));
  expect(keysOf('An open file')).toEqual(
    expect.arrayContaining(['Home', 'End', '/', 'F3', 'Shift+F3', 'Ctrl+Shift+N', '−', 'Ctrl+0', 'R', 'Esc']),
  );
});

test('no part of the help has a key twice', () => {
  for (const { title } of SHORTCUTS) expect(keysOf(title)).toHaveLength(new Set(keysOf(title)).size);
});
