import type { ReactNode } from 'react';
import { Secret } from './controls.tsx';
import { Dialog, DialogEnd } from './layers.tsx';
import { Notice } from './text.tsx';

type Props = Readonly<{
  title: string;
  /** Its name in a sentence: "the token". */
  name: string;
  secret: string;
  onClose: () => void;
  /** Sentences that say what it does. */
  children: ReactNode;
}>;

/** Shows a secret once. */
export const SecretDialog = ({ title, name, secret, onClose, children }: Props): ReactNode => (
  <Dialog title={title} isOpen isAlert onClose={onClose}>
    <Notice tone="warn">{children}</Notice>
    <Secret label={name} isPrimary>
      {secret}
    </Secret>
    <DialogEnd onPress={onClose}>I have stored it</DialogEnd>
  </Dialog>
);
