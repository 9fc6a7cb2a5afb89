import { type ReactNode, useRef, useState } from 'react';
import { copyText, NOT_COPIED } from '../../../base/copy-text.ts';
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
  /** Goes on to a link like it for another person, which is offered once this one is copied. */
  onAnother?: () => void;
  onClose: () => void;
}>;

/** Copies a text that a mail can take as it is. */
function CopyMessage({ text, onCopied }: Readonly<{ text: string; onCopied: () => void }>): ReactNode {
  const [isCopied, setCopied] = useState<boolean>();
  const shown = useRef<HTMLPreElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setCopied(done);
    if (done) onCopied();
    else if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <details className="message-text">
      <summary>As a message</summary>
      <pre ref={shown}>{text}</pre>
      <Button icon={isCopied ? 'check' : 'mail'} onPress={() => void copy()}>
        {isCopied ? 'Copied the message' : 'Copy the message'}
      </Button>
      {isCopied === false && <p role="alert">{NOT_COPIED}</p>}
    </details>
  );
}

/** A link that is shown this once, so leaving it uncopied asks. */
export function NewLink({ title, about, warning, parts, message, onAnother, onClose }: Props): ReactNode {
  const all = Object.keys(parts).length;
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (copied.size === all || isLeaving ? onClose() : setLeaving(true));
  return (
    <Dialog title={title} isOpen onClose={close} isAlert>
      <p>{about}</p>
      <Notice tone="warn">{warning}</Notice>
      {Object.entries(parts).map(([part, text]) => (
        <div key={part} className="field">
          {all > 1 && (
            <span className="label" aria-hidden="true">
              {part[0]?.toUpperCase()}
              {part.slice(1)}
            </span>
          )}
          <Secret label={`the ${part}`} isPrimary onCopied={() => setCopied(new Set([...copied, part]))}>
            {text}
          </Secret>
        </div>
      ))}
      {message !== undefined && <CopyMessage text={message} onCopied={() => setCopied(new Set([...copied, 'link']))} />}
      {isLeaving && copied.size < all && (
        <Notice tone="danger">
          {all > 1 ? 'Not both are' : 'The link is not'} copied, and neither this page nor the service can show it
          again. Press the button once more to leave it.
        </Notice>
      )}
      {onAnother !== undefined && copied.size === all && (
        <div>
          <Button icon="plus" onPress={onAnother}>
            Another one for another person
          </Button>
        </div>
      )}
      <DialogEnd onPress={close}>{isLeaving && copied.size < all ? 'Leave without it' : 'Done'}</DialogEnd>
    </Dialog>
  );
}
