import { isConnected, whenUpAgain } from '../base/connection.ts';
import { endWithPage } from '../base/end-with-page.ts';
import { ObservedValue } from '../base/observed.ts';
import { meQuery, queries } from '../base/queries.ts';
import { toast } from '../design/toasts.tsx';
import workerUrl from '../worker/transfer.worker.ts?worker&url';
import { forgetUploadRequests } from '../worker/upload-database.ts';
import type { Download } from './downloads.ts';
import { SessionKeeper } from './keep-session.ts';
import { KeyWait } from './key-wait.ts';
import { endOfCancelled } from './panel-words.ts';
import { UploadQueue } from './queue.ts';
import { startPatiently } from './start-patiently.ts';
import { Transfers } from './transfers.ts';
import { trustedWorker } from './trusted-worker.ts';
import { UnfinishedFiles } from './unfinished.ts';

/** The parts of this page that transfer files: one of each, since a page has one person and one worker. */

const ME = { queryKey: meQuery.queryKey, exact: true };

export const keyWait = new KeyWait();

export const transfers = new Transfers({
  start: (receive) => startPatiently({ start: () => trustedWorker(workerUrl), whenUp: whenUpAgain, receive }),
  keyWait,
  isConnected,
  session: new SessionKeeper(() => void queries.refetchQueries(ME)),
});

export const unfinishedFiles = new UnfinishedFiles();

export const uploadQueue = new UploadQueue({
  transfers,
  unfinished: unfinishedFiles,
  forgetRequests: forgetUploadRequests,
  onSessionOver: () => void queries.invalidateQueries(ME),
  onCancelled: (ended) => toast(endOfCancelled(ended), ended.arrived === 0 ? 'accent' : 'good'),
});

/** Files and zips that are downloaded. `downloads-of-page.ts` makes them. */
export const downloadsShown = new ObservedValue<readonly Download[]>([]);

addEventListener('beforeunload', (event) => {
  if (uploadQueue.onTheirWay > 0 || downloadsShown.value.some(({ state }) => state === 'running'))
    event.preventDefault();
});

endWithPage(() => {
  const { isBusy } = transfers;
  transfers.end();
  return isBusy;
});
