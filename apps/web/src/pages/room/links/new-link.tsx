import { type ReactNode, useState } from 'react';
import { Secret } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Notice } from '../../../design/text.tsx';

type Props = Readonly<{
  title: string;
  about: ReactNode;
  warning: string;
  /** The texts to copy, by their names. */
  parts: Readonly<Record<string, string>>;
  onClose: () => void;
}>;

/** A link that is shown this once, so leaving it uncopied asks. */
export function NewLink({ title, about, warning, parts, onClose }: Props): ReactNode {
  const all = Object.keys(parts).length;
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (copied.size === all || isLeaving ? onClose() : setLeaving(true));
  return (
    <Dialog title={title} isOpen onClose={close} isAlert>
      <p>{about}</p>
      <Notice tone="warn">{warning}</Notice>
      {Object.entries(parts).map(([part, text]) => (
        <Secret key={part} label={`the ${part}`} isPrimary onCopied={() => setCopied(new Set([...copied, part]))}>
          {text}
        </Secret>
      ))}
      {isLeaving && copied.size < all && (
        <Notice tone="danger">
          {all > 1 ? 'Not both are' : 'The link is not'} copied, and neither this page nor the service can show it
          again. Press the button once more to leave it.
        </Notice>
      )}
      <DialogEnd onPress={close}>{isLeaving && copied.size < all ? 'Leave without it' : 'Done'}</DialogEnd>
    </Dialog>
  );
}
