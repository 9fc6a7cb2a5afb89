import type { File as RoomFile } from '@strongroom/client';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { formatNumber, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { useObserved } from '../../../base/observed.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure, Progress } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { saveZip } from '../../../save/save-zip.ts';
import { type LeftOut, zipEntries } from '../../../save/zip-entries.ts';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';

type Props = Readonly<{
  files: readonly RoomFile[];
  name: string;
  onClose: () => void;
  /** Called when the browser has all of them. */
  onDone: () => void;
}>;

/** Of the progress, at most: drawing costs as much as a small file. */
const DRAWINGS = 500;
/** Files that are named in the dialog. */
const MAX_NAMED = 10;

/** Decrypts files one after the other into a zip that is written to disk while it is made. */
export function ZipDownload({ files, name, onClose, onDone }: Props): ReactNode {
  const [done, setDone] = useState(0);
  const [error, setError] = useState<unknown>();
  const [leftOut, setLeftOut] = useState<readonly LeftOut<RoomFile>[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isLineLost = useObserved(transfers.isLineLost);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const begin = async (): Promise<void> => {
    setRunning(true);
    const step = Math.ceil(files.length / DRAWINGS);
    setError(undefined);
    const { signal } = stop.current;
    let left: readonly LeftOut<RoomFile>[] = [];
    const entries = () => {
      left = [];
      return zipEntries(files, {
        read: transfers.readerOf(files, signal),
        onEnded: (count) => {
          if (count % step === 0 || count === files.length) setDone(count);
        },
        onLeftOut: (one) => {
          left = [...left, one];
        },
      });
    };
    try {
      await saveZip(entries, `${name}.zip`, signal);
      if (left.length > 0) setLeftOut(left);
      else {
        toast(isolateNames`${name}.zip is given to your browser.`);
        onDone();
        onClose();
      }
    } catch (failure) {
      if (!signal.aborted && !(failure instanceof DOMException && failure.name === 'AbortError')) setError(failure);
    } finally {
      setRunning(false);
    }
  };
  const bytes = useMemo(() => files.reduce((sum, file) => sum + file.size, 0), [files]);
  return (
    <Dialog title={`Download ${plural(files.length, 'file')}`} isOpen isAlert onClose={onClose}>
      <Failure error={error} />
      <p>
        {formatSize(bytes)}, decrypted in this browser and saved as one zip. Nothing readable leaves this computer again
        unless you send it. Contents.csv in it lists sizes and hashes.
      </p>
      {leftOut.length > 0 && (
        <div role="status">
          <p>Given to your browser, without {plural(leftOut.length, 'file')} that could not be read:</p>
          <ul>
            {leftOut.slice(0, MAX_NAMED).map(({ file, error: why }) => (
              <li key={file.id}>
                {file.name}: {explainError(why).text}
              </li>
            ))}
            {leftOut.length > MAX_NAMED && <li>and {plural(leftOut.length - MAX_NAMED, 'more file')}</li>}
          </ul>
        </div>
      )}
      {isRunning && (
        <>
          <Progress label="Download" part={done / files.length} />
          <KeyWaitNotice />
          <p className="soft" role="status">
            {isLineLost && 'Waiting for the connection: '}
            {formatNumber(done)} of {plural(files.length, 'file')}
          </p>
        </>
      )}
      <DialogEnd
        onPress={onClose}
        main={
          !isRunning &&
          leftOut.length === 0 && (
            <Button kind="primary" icon="download" onPress={() => void begin()} autoFocus>
              Save as zip
            </Button>
          )
        }
      >
        {leftOut.length > 0 ? 'Close' : 'Cancel'}
      </DialogEnd>
    </Dialog>
  );
}
