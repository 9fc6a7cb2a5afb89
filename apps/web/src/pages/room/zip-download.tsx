import { portablePaths, type File as RoomFile } from '@strongroom/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { size } from '../../base/size.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure, Progress } from '../../design/text.tsx';
import { transfers } from '../../transfer/page.ts';
import { saveZip, type ZipEntry } from '../../transfer/save.ts';
import { KeyWaitNotice } from '../key-wait-notice.tsx';

type Props = Readonly<{ files: readonly RoomFile[]; name: string; onClose: () => void }>;

/** Decrypts files one after the other into a zip that is written to disk while it is made. */
export function ZipDownload({ files, name, onClose }: Props): ReactNode {
  const [done, setDone] = useState(0);
  const [error, setError] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const begin = async (): Promise<void> => {
    setRunning(true);
    setError(undefined);
    const { signal } = stop.current;
    const paths = portablePaths(files);
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const [index, file] of files.entries()) {
        yield {
          name: paths[index] ?? '',
          input: await transfers.readFile(file, { signal }),
          lastModified: new Date(file.modified_at ?? file.uploaded_at),
        };
        setDone(index + 1);
      }
    }
    try {
      await saveZip(entries, `${name}.zip`, signal);
      onClose();
    } catch (failure) {
      if (!signal.aborted && !(failure instanceof DOMException && failure.name === 'AbortError')) setError(failure);
    } finally {
      setRunning(false);
    }
  };
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <Dialog title={`Download ${plural(files.length, 'file')}`} isOpen isAlert onClose={onClose}>
      <Failure error={error} />
      <p>
        {size(bytes)}, decrypted in this browser and saved as one zip. Nothing readable leaves this computer again
        unless you send it.
      </p>
      {isRunning && (
        <>
          <Progress label="Download" part={done / files.length} />
          <KeyWaitNotice />
          <p className="soft" role="status">
            {done} of {plural(files.length, 'file')}
          </p>
        </>
      )}
      <div className="dialog-actions">
        <Button onPress={onClose}>Cancel</Button>
        {!isRunning && (
          <Button kind="primary" icon="download" onPress={() => void begin()} autoFocus>
            Save as zip
          </Button>
        )}
      </div>
    </Dialog>
  );
}
