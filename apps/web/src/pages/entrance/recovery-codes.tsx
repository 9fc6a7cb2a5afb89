import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { copyText, NOT_COPIED } from '../../base/copy-text.ts';
import { Button } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import { saveMade } from '../../save/save-made.ts';
import './recovery-codes.css';

/** Codes that are shown once, to copy, to save and to print. */
export function RecoveryCodes({ codes }: Readonly<{ codes: readonly string[] }>): ReactNode {
  const [isCopied, setCopied] = useState<boolean>();
  const list = useRef<HTMLUListElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(codes.join('\n'));
    setCopied(done);
    if (!done && list.current !== null) getSelection()?.selectAllChildren(list.current);
  };
  const title = `Recovery codes for ${location.host}`;
  return (
    <>
      <Notice tone="warn">
        Keep these codes where you find them without this device. Each signs you in once, in place of your second
        factor. They are not shown again.
      </Notice>
      <ul className="recovery-codes mono" aria-label="Recovery codes" ref={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button icon={isCopied === true ? 'check' : 'link'} label="Copy the recovery codes" onPress={() => void copy()}>
          {isCopied === true ? 'Copied' : 'Copy'}
        </Button>
        <Button
          icon="download"
          onPress={() => saveMade(`${[title, ...codes].join('\n')}\n`, `${title.replaceAll(':', ' ')}.txt`)}
        >
          Download
        </Button>
        <Button icon="print" onPress={() => print()}>
          Print
        </Button>
      </div>
      {isCopied === false && <p role="alert">{NOT_COPIED}</p>}
      {createPortal(
        <div className="recovery-sheet">
          <h1>{title}</h1>
          <p>Each signs you in once, in place of your second factor.</p>
          <ul className="mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>,
        document.body,
      )}
    </>
  );
}
