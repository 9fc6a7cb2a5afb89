import { type ReactNode, useEffect } from 'react';
import { formatSize } from '../../base/size.ts';
import { useBackCloses } from '../../design/back-closes.ts';
import { Button } from '../../design/controls.tsx';
import { NameInBar } from './name-in-bar.tsx';
import { ToolsOfInner } from './tools.tsx';

/** A file that lies in the open one, such as an attachment of a mail. */
export type InnerFile = Readonly<{ name: string; bytes: ArrayBuffer }>;

/** Passed down by the viewer to files that hold others. */
export type Inner = Readonly<{
  /** Whether the viewer shows a file of this name. */
  isShown: (name: string) => boolean;
  show: (file: InnerFile) => ReactNode;
  save: (bytes: ArrayBuffer, name: string) => void;
  /** Called when such a file is shown. Returns what is called when it is left. */
  enter: () => () => void;
}>;

type Props = Readonly<{ file: InnerFile; inner: Inner; back: string; onBack: () => void }>;

/** A file that lies in the open one, in its place. Escape and the way back lead out of it again. */
export function Inside({ file, inner, back, onBack }: Props): ReactNode {
  useBackCloses(true, onBack);
  useEffect(() => inner.enter(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a key of all that is in it
    <section
      className="viewer-part viewer-inside"
      aria-label={file.name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onBack();
      }}
    >
      <div className="viewer-tools viewer-inside-bar">
        <Button icon="left" onPress={onBack} autoFocus>
          {back}
        </Button>
        <h3 className="viewer-inside-name">
          <NameInBar name={file.name} />
        </h3>
        <span className="viewer-inside-size soft">{formatSize(file.bytes.byteLength)}</span>
        <Button icon="download" onPress={() => inner.save(file.bytes, file.name)}>
          <span className="viewer-word">Save</span>
        </Button>
      </div>
      <ToolsOfInner>{inner.show(file)}</ToolsOfInner>
    </section>
  );
}
