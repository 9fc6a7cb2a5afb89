import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { loadLater } from '../../base/later.ts';
import { MODIFIER } from '../../base/modifier.ts';
import { ErrorBoundary } from '../../design/error-boundary.tsx';
import { isDialogOpen } from '../../design/focus-back.ts';
import { Icon } from '../../design/icons.tsx';
import './go-to.css';

const GoToDialog = loadLater(() => import('./go-to-dialog.tsx').then(({ GoToDialog: it }) => it));

/** ⌘K on a Mac, where Ctrl+K in a field deletes to the end of its line; Ctrl+K elsewhere. */
const isKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (MODIFIER === '⌘' ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  !event.isComposing;

/** The text after a key that arrived before the field: undefined where the key is none of it. */
function textAfter(text: string, event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey } = event;
  if (key === 'Backspace') return text.replace(/.$/u, '');
  // A hit is chosen in sight only, and the control behind must not take the key.
  if (key === 'Enter') return text;
  const isHeld = (ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  return key.length === 1 && !isHeld ? text + key : undefined;
}

/** The button of the frame that finds rooms, files and pages, and its keys, which open it from fields too. */
export function GoTo(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  /** Whether the field of the dialog had the focus. Until then a quick hand writes into `sought` from here. */
  const hasField = useRef(false);
  useEffect(() => {
    if (!isOpen) {
      setSought('');
      // Not at the opening: a dialog that is there already has its field by now.
      hasField.current = false;
    }
    const pressed = (event: KeyboardEvent): void => {
      if (isKey(event) && (!isDialogOpen() || isOpen)) setOpen(!isOpen);
      else if (!isOpen || hasField.current) return;
      else if (event.key === 'Escape') setOpen(false);
      else if (textAfter('', event) === undefined) return;
      else setSought((text) => textAfter(text, event) ?? text);
      event.preventDefault();
      event.stopPropagation();
    };
    // Before what has the focus, which may keep the key to itself.
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, [isOpen]);
  return (
    <>
      <span className="go-to" title={`Find or go to (${MODIFIER}+K)`}>
        <AriaButton className="button" onPress={() => setOpen(true)}>
          <Icon name="search" />
          <span className="go-to-name">Find or go to</span>
          <span className="go-to-key" aria-hidden="true">
            <kbd>{MODIFIER === '⌘' ? '⌘K' : 'Ctrl+K'}</kbd>
          </span>
        </AriaButton>
      </span>
      {isOpen && (
        <ErrorBoundary onClose={() => setOpen(false)}>
          <Suspense>
            <GoToDialog
              sought={sought}
              onSought={setSought}
              onField={() => {
                hasField.current = true;
              }}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
