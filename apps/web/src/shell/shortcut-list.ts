import type { KeyRow } from '../base/key-table.ts';
import { MODIFIER } from '../base/modifier.ts';
import { FILE_KEYS, LIST_KEYS } from '../design/list-keys.ts';
import { VIEWER_KEYS } from '../pages/viewer/viewer-keys.ts';

type Shortcut = Readonly<{ keys: readonly string[]; what: string }>;

/** Keys as their caps have them. */
const CAPS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  Backspace: '⌫',
  Escape: 'Esc',
  '-': '−',
};

function shown(name: string): string {
  const [, held = '', key = ''] = /^((?:Alt\+)?(?:Ctrl\+)?(?:Shift\+)?)(.+)$/.exec(name) ?? [];
  return held.replace('Ctrl', MODIFIER) + (CAPS[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

const row = (what: string, ...keys: readonly string[]): Shortcut => ({ what, keys: keys.map(shown) });
const rowsOf = (table: readonly KeyRow<string>[]): readonly Shortcut[] =>
  table.map(({ what, keys, mac }) => row(what, ...Object.keys((MODIFIER === '⌘' && mac) || keys)));

/** The keys of the application, by what has the focus. */
export const SHORTCUTS: readonly Readonly<{ title: string; shortcuts: readonly Shortcut[] }>[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      row('Show these shortcuts', '?'),
      row('Find a room, a file, a person or a command', 'Ctrl+k'),
      row('Fold or show the menu', 'Ctrl+b'),
      row('Save, or send a dialog', 'Ctrl+Enter'),
      row('Close a dialog or menu', 'Escape'),
      row('Undo what a notice offers to undo', 'Ctrl+z'),
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      row('Find', '/'),
      row('Go through the list', 'ArrowUp', 'ArrowDown'),
      row('A page back or further', 'Page Up', 'Page Down'),
      row('First or last row', 'Home', 'End'),
      row('Open', 'Enter'),
      row('Select', 'Space'),
      row('Select a range', 'Shift+ArrowUp', 'Shift+ArrowDown'),
      // The arrow leads into the list and through it.
      ...rowsOf(LIST_KEYS.filter(({ keys }) => !('ArrowDown' in keys))),
    ],
  },
  {
    title: 'Files of a room',
    shortcuts: [
      row('Fold or show the tree', 'Ctrl+Shift+b'),
      row('Jump to a name', 'A … Z'),
      row('Controls of the row', 'ArrowLeft', 'ArrowRight'),
      ...rowsOf(FILE_KEYS),
    ],
  },
  { title: 'An open file', shortcuts: [...rowsOf(VIEWER_KEYS), row('Back to the list', 'Escape')] },
  {
    title: 'Folders to choose from, and archives',
    shortcuts: [row('Close or open a folder', 'ArrowLeft', 'ArrowRight')],
  },
];
