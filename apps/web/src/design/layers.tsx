import { createContext, type ReactNode, use, useState } from 'react';
import {
  Button as AriaButton,
  Dialog as AriaDialog,
  Menu as AriaMenu,
  Heading,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';
import { createPortal } from 'react-dom';
import { useBackCloses } from './back-closes.ts';
import { Button } from './controls.tsx';
import { useCutEdges } from './cut-edges.ts';
import { FieldForm } from './field-form.tsx';
import { useFocusBack } from './focus-back.ts';
import { Icon, type IconName } from './icons.tsx';
import { useOpenDialog } from './open-dialogs.ts';
import { MessagesOfDialog } from './toasts.tsx';

type DialogProps = Readonly<{
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** For tables. A dialog keeps its width from step to step. */
  isWide?: boolean;
  /** A dialog with a consequence that a click beside it must not close. */
  isAlert?: boolean;
  /** Whether the address opens it: then its entry of the history is the one of that address. */
  isInAddress?: boolean;
  /** Of a dialog that is a form. */
  onSend?: (() => void) | undefined;
}>;

/** The foot of the dialog around, or null before it is drawn. */
const Foot = createContext<HTMLElement | null>(null);

/** Heading and buttons stay in sight, and the part between them scrolls. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  isWide = false,
  isAlert = false,
  isInAddress = false,
  onSend,
}: DialogProps): ReactNode {
  useFocusBack();
  const id = useOpenDialog(isOpen);
  useBackCloses(isOpen && !isInAddress, onClose);
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={!isAlert}>
      <Modal className="modal" data-wide={isWide || undefined}>
        <AriaDialog className="dialog" role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {onSend === undefined ? (
            <div className="dialog-parts">
              <Parts id={id}>{children}</Parts>
            </div>
          ) : (
            <FieldForm className="dialog-parts" onSend={onSend}>
              <Parts id={id}>{children}</Parts>
            </FieldForm>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Parts({ id, children }: Readonly<{ id: string; children: ReactNode }>): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const { above, below, isOnlyText } = useCutEdges(body);
  return (
    <>
      <div className="dialog-middle" data-above={above || undefined} data-below={below || undefined}>
        {/* Keys scroll text alone only where it has the focus. */}
        <div className="dialog-body" ref={setBody} tabIndex={isOnlyText ? 0 : undefined}>
          <div className="form">
            <Foot value={foot}>{children}</Foot>
          </div>
        </div>
      </div>
      <MessagesOfDialog dialog={id} />
      <div className="dialog-foot" ref={setFoot} />
    </>
  );
}

type DialogEndProps = Readonly<{
  /** The name of the way out: *Cancel* before work, *Done* after it, *Close* where there is none. */
  children?: string;
  onPress: () => void;
  autoFocus?: boolean;
  /** The button that does the work of the dialog, of the kind `primary` or `danger`. */
  main?: ReactNode;
}>;

/**
 * The buttons below a dialog, the same in all: the way out first, the main button last. A dialog that only shows has none, and one
 * that shows a secret has it beside the secret.
 */
export function DialogEnd({ children = 'Close', main, ...button }: DialogEndProps): ReactNode {
  const foot = use(Foot);
  return (
    foot &&
    createPortal(
      <div className="dialog-actions">
        <Button {...button}>{children}</Button>
        {main}
      </div>,
      foot,
    )
  );
}

export type MenuAction = Readonly<{
  id: string;
  name: string;
  icon?: IconName;
  isDanger?: boolean;
  isDisabled?: boolean;
  run: () => void;
}>;

/** The actions of a menu, and their subject. */
export type MenuSubject = Readonly<{ label: string; actions: readonly MenuAction[] }>;

type MenuProps = Readonly<{
  label: string;
  actions: readonly MenuAction[];
  /** Asked while the menu is open: what it acts on in place of its own subject, such as all ticked rows. */
  instead?: (() => MenuSubject | undefined) | undefined;
  children?: ReactNode;
  /** Another control leads to it by arrow keys. */
  isOffTab?: boolean;
  /** `usual` and `primary` are among other buttons. */
  kind?: 'quiet' | 'usual' | 'primary';
}>;

/**
 * A menu behind a button, or nothing where it would be empty. `label` names the subject: "Actions for Contract.pdf". The right
 * button of the mouse opens it at the pointer.
 */
export function Menu({ children, instead, isOffTab = false, kind = 'quiet', ...own }: MenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [pointer, setPointer] = useState<DOMRect>();
  const { label, actions } = (isOpen ? instead?.() : undefined) ?? own;
  if (actions.length === 0) return null;
  const open = (willOpen: boolean, at?: DOMRect): void => {
    setOpen(willOpen);
    if (willOpen) setPointer(at);
  };
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={open}>
      <AriaButton
        className="button"
        data-kind={kind}
        data-icon={children === undefined ? '' : undefined}
        aria-label={label}
        excludeFromTabOrder={isOffTab}
        onContextMenu={(event) => {
          event.preventDefault();
          open(true, new DOMRect(event.clientX, event.clientY));
        }}
      >
        {children ?? <Icon name="more" />}
      </AriaButton>
      <Popover className="pop" {...(pointer !== undefined && { getTargetRect: () => pointer, offset: 2 })}>
        {/* The menu itself is named by its button. */}
        <p className="pop-title" aria-hidden>
          {label}
        </p>
        <AriaMenu onAction={(key) => actions.find(({ id }) => id === key)?.run()}>
          {actions.map(({ id, name, icon, isDanger, isDisabled }) => (
            <MenuItem
              key={id}
              id={id}
              className="item"
              textValue={name}
              isDisabled={isDisabled ?? false}
              data-danger={isDanger || undefined}
            >
              {icon && <Icon name={icon} />}
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
