import type { ReactNode } from 'react';
import { explainError } from '../base/explain.ts';
import { plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { useObserved } from '../base/observed.ts';
import { Button } from '../design/controls.tsx';
import { Icon } from '../design/icons.tsx';
import { Progress } from '../design/text.tsx';
import { transfers } from '../transfer/page.ts';
import type { LeftOutFile, ZipDownload } from '../transfer/zip-downloads.ts';
import { zipCount, zipSentence } from '../transfer/zip-words.ts';
import { zipDownloads } from '../transfer/zips.ts';
import { TimeLeft } from './time-left.tsx';

/** The zips that are made, with what became of them. */
export const DownloadPanel = ({ zips }: Readonly<{ zips: readonly ZipDownload[] }>): ReactNode => (
  <section className="uploads" aria-label="Downloads">
    {zips.map((zip) => (
      <Zip key={zip.id} zip={zip} />
    ))}
  </section>
);

function Zip({ zip }: Readonly<{ zip: ZipDownload }>): ReactNode {
  const { id, name, state, leftOut, error } = zip;
  const isLineLost = useObserved(transfers.isLineLost);
  const isRunning = state === 'running';
  // An empty file counts, too.
  const [done, total] = [zip.endedBytes + zip.ended, zip.bytes + zip.files];
  return (
    <div className="download" data-state={state}>
      <div className="row">
        <Icon name={isRunning ? 'download' : state === 'failed' || leftOut.length > 0 ? 'alert' : 'check'} />
        <div className="grow">
          <strong role="status">{zipSentence(zip, isLineLost)}</strong>
          {isRunning && <small className="soft">{zipCount(zip)}</small>}
        </div>
        {state === 'failed' && (
          <Button
            kind="quiet"
            icon="retry"
            label={isolateNames`Try ${name} again`}
            onPress={() => void zipDownloads.again(id)}
          />
        )}
        <Button
          kind="quiet"
          icon="close"
          label={isolateNames`${isRunning ? 'Cancel' : 'Close'} ${name}`}
          onPress={() => zipDownloads.remove(id)}
        />
      </div>
      {isRunning && (
        <>
          <Progress label={isolateNames`Download of ${name}`} part={done / total} />
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
