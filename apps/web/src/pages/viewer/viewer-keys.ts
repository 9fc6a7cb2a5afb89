import { commandsOf, type KeyRow, keyName, type Press } from '../../base/key-table.ts';

/** A wish of a person that a view fulfils in its own way. */
export type ViewerCommand =
  | 'next page'
  | 'previous page'
  | 'first page'
  | 'last page'
  | 'next screen'
  | 'previous screen'
  | 'next file'
  | 'previous file'
  | 'larger'
  | 'smaller'
  | 'whole page'
  | 'real size'
  | 'width'
  | 'find'
  | 'find next'
  | 'find previous'
  | 'page field'
  | 'turn'
  | 'print'
  | 'full screen';

/** Keys of Acrobat. */
export const VIEWER_KEYS: readonly KeyRow<ViewerCommand>[] = [
  { what: 'Next or previous file', keys: { n: 'next file', p: 'previous file' } },
  {
    what: 'Previous or next page',
    keys: { ArrowLeft: 'previous page', ArrowRight: 'next page' },
    // Slides have the size of a screen.
    also: { PageUp: 'previous screen', PageDown: 'next screen' },
  },
  { what: 'First or last page', keys: { Home: 'first page', End: 'last page' } },
  { what: 'Number of a page', keys: { 'Ctrl+Shift+n': 'page field' } },
  { what: 'Find', keys: { 'Ctrl+f': 'find', '/': 'find' } },
  {
    what: 'Next or previous place',
    keys: { F3: 'find next', 'Shift+F3': 'find previous' },
    mac: { 'Ctrl+g': 'find next', 'Ctrl+Shift+g': 'find previous' },
  },
  {
    what: 'Larger or smaller',
    keys: { '+': 'larger', '-': 'smaller' },
    also: {
      '=': 'larger',
      'Ctrl+=': 'larger',
      'Ctrl++': 'larger',
      'Ctrl+Shift+=': 'larger',
      'Ctrl+Shift++': 'larger',
      'Ctrl+-': 'smaller',
    },
  },
  { what: 'Whole page', keys: { 'Ctrl+0': 'whole page' } },
  { what: 'Real size', keys: { 'Ctrl+1': 'real size' } },
  { what: 'Width of the window', keys: { 'Ctrl+2': 'width' } },
  { what: 'Turn', keys: { r: 'turn' } },
  { what: 'Full screen', keys: { f: 'full screen' } },
  { what: 'Print', keys: { 'Ctrl+p': 'print' } },
];

const COMMANDS = commandsOf(VIEWER_KEYS);

/** The command of a key; none for keys that scroll, type or belong to the browser. `isTyping`: a field has the focus. */
export function commandOf(press: Press, isTyping: boolean): ViewerCommand | undefined {
  if (press.altKey) return undefined;
  const isCommand = press.ctrlKey || press.metaKey || press.key === 'F3';
  if (isCommand) return COMMANDS.get(keyName(press));
  // Some keyboards need Shift for a sign.
  return isTyping ? undefined : COMMANDS.get(keyName(press, false));
}
