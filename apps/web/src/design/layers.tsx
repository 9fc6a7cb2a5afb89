import type { ReactNode } from 'react';
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
import { useBackCloses } from './back-closes.ts';
import { Button } from './controls.tsx';
import { useFocusBack } from './focus-back.ts';
import { Icon, type IconName } from './icons.tsx';

type DialogProps = Readonly<{
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
  /** A dialog with a consequence that a click beside it must not close. */
  isAlert?: boolean;
  /** Whether the address opens it: then its entry of the history is the one of that address. */
  isInAddress?: boolean;
}>;

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  isWide = false,
  isAlert = false,
  isInAddress = false,
}: DialogProps): ReactNode {
  useFocusBack();
  useBackCloses(isOpen && !isInAddress, onClose);
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={!isAlert}>
      <Modal className="modal" data-wide={isWide || undefined}>
        <AriaDialog className="dialog" role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
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
export const DialogEnd = ({ children = 'Close', main, ...button }: DialogEndProps): ReactNode => (
  <div className="dialog-actions">
    <Button {...button}>{children}</Button>
    {main}
  </div>
);

export type MenuAction = Readonly<{
  id: string;
  name: string;
  icon?: IconName;
  isDanger?: boolean;
  isDisabled?: boolean;
  run: () => void;
}>;

/** A menu behind a button, or nothing where it would be empty. `label` names the subject: "Actions for Contract.pdf". */
export const Menu = ({
  label,
  actions,
  children,
  isOffTab = false,
  kind = 'quiet',
}: Readonly<{
  label: string;
  actions: readonly MenuAction[];
  children?: ReactNode;
  /** Another control leads to it by arrow keys. */
  isOffTab?: boolean;
  /** `usual` and `primary` are among other buttons. */
  kind?: 'quiet' | 'usual' | 'primary';
}>): ReactNode =>
  actions.length > 0 && (
    <MenuTrigger>
      <AriaButton
        className="button"
        data-kind={kind}
        data-icon={children === undefined ? '' : undefined}
        aria-label={label}
        excludeFromTabOrder={isOffTab}
      >
        {children ?? <Icon name="more" />}
      </AriaButton>
      <Popover className="pop">
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
