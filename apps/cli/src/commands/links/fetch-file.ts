import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  openLinkStream,
  openLinkToFile,
  pathInFolder,
  removeDeadParts,
  type SharedFile,
  StrongroomError,
  type WholeFile,
} from '@strongroom/client';
import { cleanLine, formatBytes, printDone } from '@strongroom/command-line';
import { LoggedDownloads } from '../../transfer/logged-downloads.ts';
import { type LoggedRedemption, LoggedRedemptions } from '../../transfer/logged-redemptions.ts';
import { meterOn } from '../../transfer/meter.ts';
import type { FetchRun } from './fetching.ts';

/** After these the download cannot be resumed. */
const ENDED = new Set(['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'SHARE_EXPIRED', 'SHARE_EXHAUSTED', 'REDEMPTION_ENDED']);

const destinationFor = ({ to }: FetchRun): string => (to === '-' ? to : resolve(to ?? '.'));

/** The file of an unfinished download of this link to this destination. */
export const fileBegun = (fetching: FetchRun): SharedFile | undefined =>
  fetching.log && new LoggedRedemptions(fetching.log).begun(fetching.link, destinationFor(fetching))?.file;

/** Downloads the file of a link, or finishes its download. */
export async function fetchFile(fetching: FetchRun, described: SharedFile): Promise<void> {
  const { terminal, link, to, overwrite, how, onWait } = fetching;
  const signal = terminal.interruption();
  await resumable(fetching, described, async (redemption) => {
    if (to === '-') {
      const { content } = await openLinkStream(link, { ...redemption, signal, onWait });
      return terminal.pour(content);
    }
    const { file } = redemption;
    const path = await destinationOf(file, to);
    await removeDeadParts(dirname(path));
    const finished = fetching.log && new LoggedDownloads(fetching.log, 'link');
    // The key belongs to this download alone.
    const key = { file: redemption.idempotencyKey, path: resolve(path) };
    if ((await finished?.isThere(key)) !== true) {
      const meter = await meterOn(terminal, 'fetch', 1, file.size);
      try {
        const onWhole = async (whole: WholeFile) => finished?.whole(key, whole);
        const saving = { signal, overwrite, onProgress: meter.of(path), onWait: meter.waiting, onWhole };
        await openLinkToFile(link, path, { ...redemption, ...saving });
      } finally {
        meter.stop();
      }
    }
    const sentence = `${path} (${formatBytes(file.size)}).`;
    printDone(how, { ...file, path }, { word: cleanLine(path), sentence });
  });
}

type Resumable = LoggedRedemption & Readonly<{ onRedeemed: (redemption: string) => void }>;

/**
 * Downloads with an idempotency key, and after that a redemption, that are stored until the download finishes: resuming
 * an interrupted download uses up no further one.
 */
async function resumable(
  fetching: FetchRun,
  file: SharedFile,
  download: (redemption: Resumable) => Promise<void>,
): Promise<void> {
  const { link, log } = fetching;
  const destination = destinationFor(fetching);
  const kept = log && new LoggedRedemptions(log);
  try {
    const begun = kept?.begun(link, destination);
    const redemption = begun ?? kept?.begin(link, destination, file) ?? { idempotencyKey: randomUUID(), file };
    const onRedeemed = (secret: string): void => kept?.redeemed(link, destination, secret);
    await download({ ...redemption, onRedeemed });
    kept?.end(link, destination);
  } catch (error) {
    if (error instanceof StrongroomError && ENDED.has(error.code)) kept?.end(link, destination);
    throw error;
  }
}

/** Another person chose the name: it must stay inside the folder. */
async function destinationOf({ name }: SharedFile, to: string | undefined): Promise<string> {
  if (to === undefined) return pathInFolder('.', { name });
  const isFolder = await stat(to).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder || to.endsWith('/') ? join(to, pathInFolder('.', { name })) : to;
}
