import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { plural } from '../../../base/format.ts';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure, Loading, Notice, Progress } from '../../../design/text.tsx';
import { binderEntries } from '../../../save/binder.ts';
import { NotSaved } from '../../../save/not-saved.tsx';
import { isDismissed, saveZip } from '../../../save/save-zip.ts';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import { WHOLE_ROOM } from '../base/listing.ts';
import { filesOf } from '../base/room-files.ts';

/** An export in a browser starts again from the beginning; that of the command line continues. */
const MAX_FILES = 2000;
const MAX_BYTES = 4_000_000_000;
/** Files that are named in the dialog. */
const MAX_NAMED = 10;

export function ExportRoom({ room }: Readonly<{ room: Room }>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card form">
      <h2>Export</h2>
      <p className="soft">
        Take the room home: every file that you may read, decrypted, with members, activity and proofs. Anyone can
        verify later that nothing was changed.
      </p>
      <div>
        <Button icon="download" onPress={() => setOpen(true)}>
          Export the room
        </Button>
      </div>
      {isOpen && <ExportDialog room={room} onClose={() => setOpen(false)} />}
    </section>
  );
}

type Props = Readonly<{ room: Room; onClose: () => void }>;

function ExportDialog({ room, onClose }: Props): ReactNode {
  const isLarge = room.file_count > MAX_FILES;
  const list = useQuery({
    queryKey: ['export', room.id],
    queryFn: ({ signal }) => readWhole(filesOf(room.id, WHOLE_ROOM), { signal }),
    enabled: !isLarge,
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
  const files = list.data?.filter(({ status }) => status === 'available');
  const bytes = files?.reduce((sum, file) => sum + file.size, 0) ?? 0;
  return (
    <Dialog title={isolateNames`Export ${room.name}`} isOpen isAlert onClose={onClose}>
      <Failure error={list.error} />
      {isLarge || bytes > MAX_BYTES ? (
        <TooLarge room={room} onClose={onClose} />
      ) : files === undefined ? (
        <>
          {list.isPending && <Loading what="the list of files" rows={2} />}
          <DialogEnd onPress={onClose}>Cancel</DialogEnd>
        </>
      ) : (
        <Save room={room} files={files} bytes={bytes} onClose={onClose} />
      )}
    </Dialog>
  );
}

const TooLarge = ({ room, onClose }: Props): ReactNode => (
  <>
    <p>
      This room is too large for one download of a browser. The command line exports it, and continues after an
      interruption:
    </p>
    <p>
      <code>strongroom export {room.id} ./export</code>
    </p>
    <DialogEnd onPress={onClose} />
  </>
);

type LeftOut = Readonly<{ file: RoomFile; why: string }>;

function Save({
  room,
  files,
  bytes,
  onClose,
}: Props & Readonly<{ files: readonly RoomFile[]; bytes: number }>): ReactNode {
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const begin = async (): Promise<void> => {
    const { signal } = stop.current;
    setError(undefined);
    setDone(0);
    try {
      setLeftOut(await saved(room, files, { signal, onEnded: setDone }));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setDone(undefined);
    }
  };
  if (leftOut !== undefined) return <Saved leftOut={leftOut} onClose={onClose} />;
  return (
    <>
      {!isDismissed(error) && <Failure error={error} />}
      <NotSaved is={isDismissed(error)} />
      <p>
        {plural(files.length, 'file')}, {formatSize(bytes)}, decrypted in this browser and saved as one zip, with the
        events of the room that you may read. The log records that you exported it.
      </p>
      {done !== undefined && (
        <>
          <Progress label="Export" part={files.length === 0 ? 1 : done / files.length} />
          <KeyWaitNotice />
          <p className="soft" role="status">
            {done < files.length ? `${done} of ${plural(files.length, 'file')}` : 'Adding the record'}
          </p>
        </>
      )}
      <DialogEnd
        onPress={onClose}
        main={
          done === undefined && (
            <Button kind="primary" icon="download" onPress={() => void begin()} autoFocus>
              Save as zip
            </Button>
          )
        }
      >
        Cancel
      </DialogEnd>
    </>
  );
}

function Saved({ leftOut, onClose }: Readonly<{ leftOut: readonly LeftOut[]; onClose: () => void }>): ReactNode {
  return (
    <>
      <Notice tone="good">Given to your browser.</Notice>
      {leftOut.length > 0 && (
        <div role="status">
          <p>{plural(leftOut.length, 'file')} could not be read. The index names them:</p>
          <ul>
            {leftOut.slice(0, MAX_NAMED).map(({ file, why }) => (
              <li key={file.id}>
                {file.name}: {why}
              </li>
            ))}
            {leftOut.length > MAX_NAMED && <li>and {plural(leftOut.length - MAX_NAMED, 'more file')}</li>}
          </ul>
        </div>
      )}
      <p>
        Unpack it, then verify it without this service: <code>strongroom audit verify FOLDER --key KEY</code>. Readers
        of the whole log give the key.
      </p>
      <DialogEnd onPress={onClose} autoFocus />
    </>
  );
}

type Saving = Readonly<{ signal: AbortSignal; onEnded: (count: number) => void }>;

/** Saves the zip, and returns the files that are not in it. */
async function saved(room: Room, files: readonly RoomFile[], { signal, onEnded }: Saving): Promise<readonly LeftOut[]> {
  const leftOut: LeftOut[] = [];
  const reasonOf = (error: unknown): string => explainError(error).text;
  const entries = () => {
    leftOut.length = 0;
    return binderEntries({
      service,
      room,
      files,
      readerOf: (listed) => transfers.readerOf(listed, signal),
      now: new Date(),
      signal,
      onEnded,
      onLeftOut: (file, error) => leftOut.push({ file, why: reasonOf(error) }),
      reasonOf,
    });
  };
  await saveZip(entries, `${room.name} export.zip`, signal);
  return leftOut;
}
