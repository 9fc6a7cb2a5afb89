import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber, plural } from '../base/format.ts';
import { keyName } from '../base/key-table.ts';
import { ObservedValue, useObserved } from '../base/observed.ts';
import { Button } from './controls.tsx';
import { uppermostDialog, useUppermostDialog } from './open-dialogs.ts';
import { usePageKeys } from './page-keys.ts';
import { Notice } from './text.tsx';
import { foldedCount, type Toast, type ToastAction, withToast } from './toast-list.ts';

const SHOWN_MS = 6000;
/** Milliseconds that a toast with a button is shown. */
const SHOWN_TO_PRESS_MS = 15_000;

const toasts = new ObservedValue<readonly Toast[]>([]);
let count = 0;

function set(next: readonly Toast[]): void {
  toasts.value = next;
  toasts.draw();
}

const remove = (id: number): void => set(toasts.value.filter((shown) => shown.id !== id));

/** A short message about something that was done. A failure stays until it is closed. */
export function toast(text: string, tone: Toast['tone'] = 'good', actions: readonly ToastAction[] = []): void {
  const id = count++;
  set(withToast(toasts.value, { id, text, tone, actions, dialog: uppermostDialog(), times: 1 }));
}

/** Undoes the latest change whose notice is still shown. */
const UNDO_KEY = 'Ctrl+z';
const isUndo = ({ name }: ToastAction): boolean => name === 'Undo';

/** The latest messages, in the corner of the page. While a dialog is open they wait, or stand in it if they came there. */
export const Toasts = (): ReactNode => {
  const all = useObserved(toasts);
  const shown = useUppermostDialog() === undefined ? all : [];
  const [isUnfolded, setUnfolded] = useState(false);
  const folded = isUnfolded ? 0 : foldedCount(shown);
  const mayFold = foldedCount(shown) > 0;
  useEffect(() => {
    if (!mayFold) setUnfolded(false);
  }, [mayFold]);
  usePageKeys((event) => {
    const undoable = keyName(event) === UNDO_KEY ? shown.findLast(({ actions }) => actions.some(isUndo)) : undefined;
    if (undoable === undefined) return false;
    remove(undoable.id);
    undoable.actions.find(isUndo)?.run();
    return true;
  });
  return (
    <div className="toasts" role="status" aria-live="polite" data-react-aria-top-layer>
      {folded > 0 && <Button onPress={() => setUnfolded(true)}>{plural(folded, 'earlier message')}</Button>}
      {shown.map((one, place) => (
        <div key={one.id} hidden={place < folded}>
          <Shown toast={one} />
        </div>
      ))}
    </div>
  );
};

/** The messages that came while a dialog lay over everything else, within it. */
export function MessagesOfDialog({ dialog }: Readonly<{ dialog: string }>): ReactNode {
  const all = useObserved(toasts);
  const shown = useUppermostDialog() === dialog ? all.filter((one) => one.dialog === dialog) : [];
  return (
    <div className="dialog-messages" role="status" aria-live="polite">
      {shown.map((one) => (
        <Shown key={one.id} toast={one} />
      ))}
    </div>
  );
}

/** The time that a message is shown begins when it is seen, or folded. */
function Shown({ toast: { id, text, tone, actions, times } }: Readonly<{ toast: Toast }>): ReactNode {
  const ms = actions.length > 0 ? SHOWN_TO_PRESS_MS : SHOWN_MS;
  useEffect(() => {
    if (tone === 'danger') return undefined;
    const timer = setTimeout(() => remove(id), ms);
    return () => clearTimeout(timer);
  }, [id, tone, ms]);
  return (
    <Notice tone={tone}>
      <div className="row">
        <span className="grow">
          {text}
          {times > 1 && ` (${formatNumber(times)} times)`}
        </span>
        {actions.map(({ name, run }) => (
          <Button
            key={name}
            onPress={() => {
              remove(id);
              run();
            }}
          >
            {name}
          </Button>
        ))}
        <Button kind="quiet" icon="close" label="Close message" onPress={() => remove(id)} />
      </div>
    </Notice>
  );
}
