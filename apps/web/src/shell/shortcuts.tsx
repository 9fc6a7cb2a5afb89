import { Fragment, type ReactNode } from 'react';
import { MODIFIER } from '../base/modifier.ts';
import { Dialog, DialogEnd } from '../design/layers.tsx';
import './shortcuts.css';

type Shortcut = readonly [keys: readonly string[], what: string];

const PARTS: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Everywhere',
    [
      [['?'], 'Show these shortcuts'],
      [[`${MODIFIER}+B`], 'Fold or show the menu'],
      [['Esc'], 'Close a dialog or menu'],
    ],
  ],
  [
    'Files of a room',
    [
      [['/'], 'Find by name'],
      [[`${MODIFIER}+Shift+B`], 'Fold or show the tree'],
      [['↑', '↓', 'Home', 'End'], 'Go through the list'],
      [['A … Z'], 'Jump to a name'],
      [['←', '→'], 'Controls of the row'],
      [['Enter'], 'Open'],
      [['Space'], 'Select'],
      [['Shift+↑', 'Shift+↓'], 'Select a range'],
      [[`${MODIFIER}+A`], 'Select all'],
      [['Esc'], 'Clear the selection'],
      [[`${MODIFIER}+X`], 'Cut, to move'],
      [[`${MODIFIER}+V`], 'Move here what was cut'],
      [['F2'], 'Rename'],
      [[MODIFIER === '⌘' ? '⌘+⌫' : 'Delete'], 'Delete'],
    ],
  ],
  [
    'An open file',
    [
      [['N', 'P'], 'Next or previous file'],
      [['←', '→'], 'Previous or next page'],
      [[`${MODIFIER}+F`], 'Find'],
      [['+', '−'], 'Larger or smaller'],
      [[`${MODIFIER}+0`], 'Whole page'],
      [[`${MODIFIER}+1`], 'Real size'],
      [[`${MODIFIER}+2`], 'Width of the window'],
      [['R'], 'Turn'],
      [['F'], 'Full screen'],
      [[`${MODIFIER}+P`], 'Print'],
      [['Esc'], 'Back to the list'],
    ],
  ],
];

/** The keys of the application. */
export const Shortcuts = ({ onClose }: Readonly<{ onClose: () => void }>): ReactNode => (
  <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} isWide>
    <div className="shortcuts">
      {PARTS.map(([title, shortcuts]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {shortcuts.map(([keys, what]) => (
              <Fragment key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <DialogEnd onPress={onClose}>Close</DialogEnd>
  </Dialog>
);
