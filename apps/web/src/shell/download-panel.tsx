import type { ReactNode } from 'react';
import { useConnection } from '../base/connection.ts';
import { explainError } from '../base/explain.ts';
import { plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { useObserved } from '../base/observed.ts';
import { Button } from '../design/controls.tsx';
import { Icon } from '../design/icons.tsx';
import { Progress } from '../design/text.tsx';
import { downloadCount, downloadSentence } from '../transfer/download-words.ts';
import type { Download, LeftOutFile } from '../transfer/downloads.ts';
import { downloads as all } from '../transfer/downloads-of-page.ts';
import { transfers } from '../transfer/page.ts';
import { TimeLeft } from './time-left.tsx';

/** The files and zips that are downloaded, with what became of them. */
export const DownloadPanel = ({ downloads }: Readonly<{ downloads: readonly Download[] }>): ReactNode => (
  <section className="uploads downloads" aria-label="Downloads">
    {downloads.map((download) => (
      <OneDownload key={download.id} download={download} />
    ))}
  </section>
);

function OneDownload({ download }: Readonly<{ download: Download }>): ReactNode {
  const { id, kind, name, state, leftOut, error } = download;
  const isLost = useObserved(transfers.isLineLost);
  const isLineLost = useConnection() !== 'up' || isLost;
  const isRunning = state === 'running';
  // An empty file counts, too.
  const [done, total] =
    kind === 'file'
      ? [download.endedBytes, Math.max(1, download.bytes)]
      : [download.endedBytes + download.ended, download.bytes + download.files];
  const count = downloadCount(download);
  return (
    <div className="download" data-state={state}>
      <div className="row">
        <Icon name={isRunning ? 'download' : state === 'failed' || leftOut.length > 0 ? 'alert' : 'check'} />
        <div className="grow">
          <strong role="status" title={name}>
            {downloadSentence(download, isLineLost)}
          </strong>
          {isRunning && count !== '' && <small className="soft">{count}</small>}
        </div>
        {state === 'failed' && (
          <Button
            kind="quiet"
            icon="retry"
            label={isolateNames`Try ${name} again`}
            onPress={() => void all.again(id)}
          />
        )}
        <Button
          kind="quiet"
          icon="close"
          label={isolateNames`${isRunning ? 'Cancel' : 'Close'} ${name}`}
          onPress={() => all.remove(id)}
        />
      </div>
      {isRunning && (
        <>
          {count !== '' && <Progress label={isolateNames`Download of ${name}`} part={done / total} />}
          <TimeLeft sent={done} total={total} isStopped={isLineLost} />
        </>
      )}
      {state === 'failed' && <p className="upload-error">{explainError(error).text}</p>}
      {leftOut.length > 0 && <LeftOut files={leftOut} />}
    </div>
  );
}

/** Files that are named. Contents.csv in the zip names all. */
const MAX_NAMED = 10;

const LeftOut = ({ files }: Readonly<{ files: readonly LeftOutFile[] }>): ReactNode => (
  <ul>
    {files.slice(0, MAX_NAMED).map(({ id, name, why }) => (
      <li key={id}>
        <span>
          <bdi>{name}</bdi>: {why}
        </span>
      </li>
    ))}
    {files.length > MAX_NAMED && <li>and {plural(files.length - MAX_NAMED, 'more file')}</li>}
  </ul>
);
