import type { File as RoomFile } from '@strongroom/client';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { setQuery } from '../../base/router.tsx';
import { size } from '../../base/size.ts';
import { Button } from '../../design/controls.tsx';
import { Icon } from '../../design/icons.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Empty, Failure, Loading, Progress } from '../../design/text.tsx';
import { transfers } from '../../transfer/page.ts';
import { save } from '../../transfer/save.ts';
import { KeyWaitNotice } from '../key-wait-notice.tsx';
import { ImageView } from './image-view.tsx';
import { kindOf } from './preview-kind.ts';
import { TextView } from './text-view.tsx';

const PdfView = lazy(() => import('./pdf-view.tsx').then(({ PdfView: view }) => ({ default: view })));

type Props = Readonly<{ file: RoomFile; onClose: () => void; previous: string | undefined; next: string | undefined }>;

/** A file in the page. Its content is shown by code of ours or as pixels, never as a document of this origin. */
export function Preview({ file, onClose, previous, next }: Props): ReactNode {
  const kind = kindOf(file);
  const [content, setContent] = useState<Readonly<{ id: string; bytes: ArrayBuffer }>>();
  const [error, setError] = useState<unknown>();
  const [part, setPart] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setError(undefined);
    setPart(0);
    if (kind !== 'none')
      transfers.readFile(file, { signal: stop.signal, onProgress: setPart }).then(
        (bytes) => setContent({ id: file.id, bytes }),
        (failure: unknown) => {
          if (!stop.signal.aborted) setError(failure);
        },
      );
    return () => stop.abort();
  }, [file.id, kind]);
  const place = useRef<HTMLDivElement>(null);
  // A button that is disabled loses the focus, and with it the keys of the dialog.
  useEffect(() => {
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }, [file.id]);
  const bytes = content?.id === file.id ? content.bytes : undefined;
  const step = (to: string | undefined): void => {
    if (to !== undefined) setQuery({ file: to });
  };
  const download = async (): Promise<void> => {
    try {
      save(bytes ?? (await transfers.readFile(file)), file.name);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog title={file.name} isOpen onClose={onClose} isWide>
      <div
        className="form preview"
        ref={place}
        tabIndex={-1}
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') step(previous);
          if (key === 'ArrowRight') step(next);
        }}
      >
        <div className="row">
          <Button icon="left" label="Previous file" isIdle={previous === undefined} onPress={() => step(previous)} />
          <Button icon="right" label="Next file" isIdle={next === undefined} onPress={() => step(next)} />
          <span className="soft grow">{size(file.size)}</span>
          <Button icon="download" onPress={() => void download()}>
            Download
          </Button>
          <Button icon="close" label="Close" onPress={onClose} />
        </div>
        <Failure error={error} />
        {kind === 'none' && (
          <Empty icon="file" title="Download only">
            This kind of file has no preview here. Download it and open it with a program that you trust.
          </Empty>
        )}
        {kind !== 'none' && bytes === undefined && error === undefined && (
          <>
            <Progress label="Fetching and decrypting" part={part} />
            <KeyWaitNotice />
            <p className="soft row">
              <Icon name="lock" /> Fetching and decrypting…
            </p>
          </>
        )}
        {bytes !== undefined && (
          <Suspense fallback={<Loading what="the preview" />}>
            {kind === 'pdf' && <PdfView key={file.id} bytes={bytes} />}
            {kind === 'image' && <ImageView key={file.id} bytes={bytes} name={file.name} />}
            {(kind === 'text' || kind === 'csv') && <TextView key={file.id} bytes={bytes} isTable={kind === 'csv'} />}
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
