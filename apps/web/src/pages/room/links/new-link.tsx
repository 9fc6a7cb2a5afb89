import { type ReactNode, useState } from 'react';
import { Button, Secret } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Notice } from '../../../design/text.tsx';

type Props = Readonly<{
  title: string;
  about: ReactNode;
  warning: string;
  /** The texts to copy, by their names. */
  parts: Readonly<Record<string, string>>;
  /** A text with the link, for a mail. */
  message?: string;
  onClose: () => void;
}>;

/** Copies a text that a mail can take as it is. */
function CopyMessage({ text, onCopied }: Readonly<{ text: string; onCopied: () => void }>): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopied();
  };
  return (
    <details className="message-text">
      <summary>As a message</summary>
      <pre>{text}</pre>
      <Button icon={isCopied ? 'check' : 'mail'} onPress={() => void copy()}>
        {isCopied ? 'Copied the message' : 'Copy the message'}
      </Button>
    </details>
  );
}

/** A link that is shown this once, so leaving it uncopied asks. */
export function NewLink({ title, about, warning, parts, message, onClose }: Props): ReactNode {
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
      {message !== undefined && <CopyMessage text={message} onCopied={() => setCopied(new Set([...copied, 'link']))} />}
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
