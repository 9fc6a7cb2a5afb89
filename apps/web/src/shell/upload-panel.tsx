import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../base/connection.ts';
import { formatNumber, plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { useIsPhone } from '../base/media.ts';
import { useObserved } from '../base/observed.ts';
import { useAddress } from '../base/router.tsx';
import { isFolderShown, showFolder } from '../base/show-folder.ts';
import { formatSize } from '../base/size.ts';
import { Button } from '../design/controls.tsx';
import { FileName } from '../design/file-name.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon, type IconName } from '../design/icons.tsx';
import { Progress } from '../design/text.tsx';
import { transfers, uploadQueue } from '../transfer/page.ts';
import { panelErrors, panelRows } from '../transfer/panel-rows.ts';
import { amountOf, commonFolder, countInRoom, endOfUploads, sentPart } from '../transfer/panel-words.ts';
import { canBeRetried, isOpen } from '../transfer/queue.ts';
import type { QueuedFile, UploadState } from '../transfer/queued-files.ts';
import { TimeLeft } from './time-left.tsx';

const SIGNS: Readonly<Record<UploadState, Readonly<{ icon: IconName; name: string }>>> = {
  waiting: { icon: 'clock', name: 'waiting' },
  sending: { icon: 'upload', name: 'encrypted, sending' },
  done: { icon: 'check', name: 'done' },
  failed: { icon: 'alert', name: 'failed' },
  there: { icon: 'check', name: 'already there' },
};
const SHOWN = 200;

export function UploadPanel(): ReactNode {
  const { files, isPaused } = useObserved(uploadQueue.shown);
  const isLost = useObserved(transfers.isLineLost);
  const isLineLost = useConnection() !== 'up' || isLost;
  const [isShown, setShown] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const isPhone = useIsPhone();
  const left = files.filter(isOpen).length;
  const isOver = left === 0;
  useEffect(() => {
    if (!isOver) return;
    setAsking(false);
    setShown(undefined);
  }, [isOver]);
  const failed = files.filter(({ state }) => state === 'failed').length;
  // The list hides rows of the page: once all is well, its summary says enough.
  const isListed = isShown ?? (isOver ? failed > 0 : !isPhone);
  const list = useRef<HTMLUListElement>(null);
  const cancel = useCallback((id: number) => {
    // The focus was on a button that goes.
    list.current?.focus();
    uploadQueue.cancel(id);
  }, []);
  const retry = useCallback((id: number) => {
    list.current?.focus();
    uploadQueue.retry(id);
  }, []);
  const { ended, finishing, sent, total } = amountOf(files);
  // An empty file counts, too.
  const [done, all] = [sent + ended, total + files.length - failed];
  const mayRetry = files.filter(canBeRetried).length;
  const shown = panelRows(files, SHOWN);
  const errors = panelErrors(shown);
  const summary = isOver
    ? endOfUploads(files)
    : [
        `${isPaused ? 'Paused' : isLineLost ? 'Waiting for the connection' : 'Uploading'}: ${formatNumber(ended)} of ${plural(files.length, 'file')}`,
        ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
      ].join(', ');
  const folder = commonFolder(files);
  useAddress();
  const roomToShow = isOver ? roomNotShown(files, folder) : undefined;
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="row">
        <div className="grow">
          <strong role="status">{summary}</strong>
          {folder !== '' && (
            <small className="soft cut">
              {isOver ? 'in' : 'to'} <bdi>{folder}</bdi>
            </small>
          )}
        </div>
        {roomToShow !== undefined && (
          <Button kind="quiet" onPress={() => showFolder(roomToShow, folder)}>
            Show
          </Button>
        )}
        {!isOver && (
          <Button
            kind="quiet"
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? 'Go on' : 'Pause'}
            onPress={() => uploadQueue.pause(!isPaused)}
          />
        )}
        <Button
          kind="quiet"
          icon={isListed ? 'down' : 'up'}
          label={isListed ? 'Hide the files' : 'Show the files'}
          onPress={() => setShown(!isListed)}
        />
        {isOver && <Button kind="quiet" icon="close" label="Close uploads" onPress={uploadQueue.close} />}
      </div>
      {isAsking && !isOver && (
        <CancelQuestion left={left} inRoom={countInRoom(files)} onClose={() => setAsking(false)} />
      )}
      {!isOver && <Progress label="Uploads" part={done / all} />}
      {!isOver && (
        <div className="row">
          <div className="grow">
            <small className="soft">
              {formatSize(sent)} of {formatSize(total)}
              {finishing > 0 && `, ${formatNumber(finishing)} finishing`}
            </small>
            <TimeLeft sent={done} total={all} isStopped={isPaused || isLineLost} />
          </div>
          <Button
            kind="quiet"
            label="Cancel uploads"
            onPress={() => (left > 1 ? setAsking(true) : uploadQueue.close())}
          >
            Cancel
          </Button>
        </div>
      )}
      {(mayRetry > 1 || (mayRetry === 1 && !isListed)) && (
        <Button kind="quiet" icon="retry" onPress={uploadQueue.retryFailed}>
          {mayRetry === 1 ? 'Try again' : `Try ${plural(mayRetry, 'file')} again`}
        </Button>
      )}
      {isListed && (
        <ul ref={list} tabIndex={0} aria-label="Files of the uploads">
          {shown.map((file) => (
            <QueueRow
              key={file.id}
              file={file}
              error={errors.get(file.id)}
              withFolder={folder === ''}
              isStopped={isLineLost}
              onCancel={cancel}
              onRetry={retry}
            />
          ))}
          {files.length > SHOWN && <li className="soft">and {plural(files.length - SHOWN, 'more file')}</li>}
        </ul>
      )}
    </section>
  );
}

/** The room that all files are in, while the page does not list their folder. */
function roomNotShown(files: readonly QueuedFile[], folder: string): string | undefined {
  const [roomId, ...others] = new Set(files.map((file) => file.roomId));
  if (roomId === undefined || others.length > 0 || isFolderShown(roomId, folder)) return undefined;
  return countInRoom(files) > 0 ? roomId : undefined;
}

type QuestionProps = Readonly<{ left: number; inRoom: number; onClose: () => void }>;

function CancelQuestion({ left, inRoom, onClose }: QuestionProps): ReactNode {
  const mutate = (): void => {
    onClose();
    uploadQueue.close();
  };
  const action = `Cancel ${plural(left, 'upload')}`;
  return (
    <FormDialog
      title={`${action}?`}
      action={action}
      cancel="Keep uploading"
      kind="danger"
      work={{ error: undefined, isPending: false, mutate }}
      onClose={onClose}
      isAlert
    >
      <p>
        {inRoom === 0
          ? 'None of these files is in the room yet.'
          : `${plural(inRoom, 'file is', 'files are')} in the room already and ${inRoom === 1 ? 'stays' : 'stay'}.`}
      </p>
    </FormDialog>
  );
}

const QueueRow = memo(
  ({
    file: queued,
    error,
    withFolder,
    isStopped,
    onCancel,
    onRetry,
  }: Readonly<{
    file: QueuedFile;
    error: string | undefined;
    withFolder: boolean;
    /** Waits for the connection. */
    isStopped: boolean;
    onCancel: (id: number) => void;
    onRetry: (id: number) => void;
  }>): ReactNode => {
    const { id, file, name, folder, sent } = queued;
    const state = isStopped && queued.state === 'sending' ? 'waiting' : queued.state;
    const { icon, name: stateName } = SIGNS[state];
    return (
      <li data-state={state}>
        <Icon name={icon} />
        <span className="grow upload-name">
          <FileName name={name} />
          {withFolder && folder !== '' && <bdi className="cut upload-folder">{folder}</bdi>}
          {error !== undefined && <span className="upload-error">{error}</span>}
        </span>
        <span className="soft">
          {state === 'there' ? (
            'already there'
          ) : (
            <>
              <span className="hidden-visually">{stateName}, </span>
              {state === 'sending' ? sentPart({ sent, size: file.size }) : formatSize(file.size)}
            </>
          )}
        </span>
        {state === 'sending' && (
          <span className="upload-part" style={{ width: `${Math.round((sent / Math.max(1, file.size)) * 100)}%` }} />
        )}
        {canBeRetried(queued) && (
          <Button kind="quiet" icon="retry" label={isolateNames`Try ${name} again`} onPress={() => onRetry(id)} />
        )}
        {state !== 'done' && state !== 'there' && (
          <Button
            kind="quiet"
            icon="close"
            label={isolateNames`${state === 'failed' ? 'Remove' : 'Cancel'} ${name}`}
            onPress={() => onCancel(id)}
          />
        )}
      </li>
    );
  },
);
