import { resolve } from 'node:path';
import { StrongroomError } from '@strongroom/client';
import { serviceAt } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';
import type { Destined } from './destinations.ts';
import { LoggedDownloads } from './logged-downloads.ts';
import type { Meter } from './meter.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import { inParallel } from './pool.ts';
import type { TransferLog } from './transfer-log.ts';

export type GetOutcome = Outcome<'downloaded' | 'unchanged'>;

export type GetAsked = Readonly<{
  session: Session;
  transferLog: TransferLog;
  meter: Meter;
  parallel: number;
  overwrite: boolean;
  onOutcome: (outcome: GetOutcome) => void;
}>;

/** Downloads all of them. Throws errors that the next file would get, too; the rest are outcomes. */
export async function getFiles(asked: GetAsked, files: readonly Destined[]): Promise<void> {
  const downloads = new LoggedDownloads(asked.transferLog);
  await inParallel(asked.parallel, files, async (destined) => {
    const { file, path } = destined;
    const about = { id: file.id, path, room_path: pathOf(file) };
    try {
      if (destined.path === null) throw destined.error;
      asked.onOutcome({ ...about, status: await getOne(asked, downloads, destined) });
    } catch (error) {
      if (isForAll(error)) throw error;
      asked.onOutcome({ ...about, ...failed(error) });
    }
    asked.meter.ended(file.id, file.size);
  });
}

async function getOne(
  { session, meter, overwrite }: GetAsked,
  downloads: LoggedDownloads,
  { file, path }: Extract<Destined, { path: string }>,
): Promise<'downloaded' | 'unchanged'> {
  const { client, url, signal } = session;
  signal.throwIfAborted();
  const downloaded = { service: serviceAt(url), file: file.id, path: resolve(path) };
  if (await downloads.isThere(downloaded)) return 'unchanged';
  try {
    await client.downloadFile(file.id, path, { signal, overwrite, size: file.size, onProgress: meter.of(file.id) });
  } catch (error) {
    // Another run may have been quicker.
    const isTaken = error instanceof StrongroomError && error.code === 'DESTINATION_EXISTS';
    if (isTaken && (await downloads.isThere(downloaded))) return 'unchanged';
    throw error;
  }
  await downloads.note(downloaded);
  return 'downloaded';
}
