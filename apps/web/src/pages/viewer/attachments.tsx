import type { ReactNode, RefObject } from 'react';
import { formatSize } from '../../base/size.ts';
import { Button } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import type { Attachment } from '../../office/model.ts';
import { kindOfFile } from './file-kind.ts';
import type { Inner, InnerFile } from './inside.tsx';

type Props = Readonly<{
  of: readonly Attachment[];
  inner: Inner;
  /** The content of the attachment that was open before, until its button has the focus. */
  left: RefObject<ArrayBuffer | undefined>;
  onOpen: (file: InnerFile) => void;
}>;

/** The attachments of a mail: those that the viewer shows open in place of the mail, each is saved by itself. */
export const Attachments = ({ of, inner, left, onOpen }: Props): ReactNode =>
  of.length > 0 && (
    <>
      <h3 className="paper-part">Attachments</h3>
      <ul className="paper-attached">
        {of.map(({ name, bytes }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two attachments can have the same name
          <li key={index}>
            <Icon name={kindOfFile({ name, content_type: '' })} />
            <span className="viewer-inside-name">
              {bytes !== undefined && inner.isShown(name) ? (
                <button
                  type="button"
                  className="viewer-inner-file"
                  onClick={() => onOpen({ name, bytes: bytes.buffer })}
                  ref={(place) => {
                    if (place === null || left.current !== bytes.buffer) return;
                    left.current = undefined;
                    place.focus();
                  }}
                >
                  <FileName name={name} />
                </button>
              ) : (
                <FileName name={name} />
              )}
            </span>
            <span className="soft">
              {bytes === undefined ? 'download the mail to read it' : formatSize(bytes.length)}
            </span>
            {bytes !== undefined && (
              <Button
                icon="download"
                kind="quiet"
                label={`Save ${name}`}
                onPress={() => inner.save(bytes.buffer, name)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
