import { dirname, resolve } from 'node:path';
import {
  contentKey,
  type FileToDownload,
  type Progress,
  type StrongroomError,
  type WholeFile,
} from '@strongroom/client';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { unwritableProblem } from '../account/config.ts';
import { canonicalServiceAddress } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import { failureOf } from '../errors/failure.ts';
import { pathOf } from '../naming/files.ts';
import type { PlannedDownload } from './destinations.ts';
import { LoggedDownloads } from './logged-downloads.ts';
import type { TransferMeter } from './meter.ts';
import { NamesOfRoom } from './names-of-room.ts';
import { type FileOutcome, failedOutcome, isForAll } from './outcome.ts';
import type { TransferLog } from './transfer-log.ts';

type Located = Readonly<{ file: PlannedDownload['file']; path: string }>;

export type GetOutcome = FileOutcome<'downloaded' | 'unchanged'>;

export type GetFilesInput = Readonly<{
  session: Session;
  transferLog: TransferLog;
  meter: TransferMeter;
  parallel: number;
  overwrite: boolean;
  onOutcome: (outcome: GetOutcome) => void;
}>;

/** Downloads all files. Throws errors that would also affect the next file; other errors are outcomes. */
export async function getFiles(asked: GetFilesInput, files: readonly PlannedDownload[]): Promise<void> {
  const { session, meter, parallel, overwrite } = asked;
  const { client, signal } = session;
  const downloads = new LoggedDownloads(asked.transferLog, canonicalServiceAddress(session.url));
  const names = new NamesOfRoom(asked.transferLog);
  const byId = new Map(files.map((destined) => [destined.file.id, destined]));

  function end({ file, path, ...destined }: PlannedDownload, result: Pick<GetOutcome, 'status' | 'error'>): void {
    asked.onOutcome({ id: file.id, path, room_path: pathOf(file), ...result });
    meter.ended(file.id, file.size);
    if (path !== null && 'isRenamed' in destined && destined.isRenamed === true && result.status !== 'failed')
      names.note({ service: canonicalServiceAddress(session.url), room: file.room_id }, resolve(path), pathOf(file));
  }
  const downloadOf = ({ file, path }: Located) => ({ file: contentKey(file), path: resolve(path) });

  async function* missing(): AsyncGenerator<FileToDownload, void> {
    for (const destined of files) {
      signal.throwIfAborted();
      const { file, path } = destined;
      if (path === null) end(destined, failedOutcome(destined.error));
      else if (await downloads.isThere(downloadOf({ file, path }))) end(destined, { status: 'unchanged' });
      else yield { id: file.id, version: file.version, path, size: file.size, modifiedAt: file.modified_at };
    }
  }

  async function refused(destined: PlannedDownload, error: StrongroomError): Promise<void> {
    if (isForAll(error)) throw error;
    const { file, path } = destined;
    // Another run may have finished first.
    const isTaken = error.code === 'DESTINATION_EXISTS' && path !== null;
    const isThere = isTaken && (await downloads.isThere(downloadOf({ file, path })));
    if (isThere) end(destined, { status: 'unchanged' });
    else if (path === null) end(destined, failedOutcome(error));
    else end(destined, await failedAt(path, error));
  }

  const onWhole = async ({ id, path }: FileToDownload, whole: WholeFile): Promise<void> => {
    const destined = byId.get(id);
    if (destined !== undefined) await downloads.whole(downloadOf({ file: destined.file, path }), whole);
  };
  const onSaved = async ({ id }: FileToDownload): Promise<void> => {
    const destined = byId.get(id);
    if (destined !== undefined) end(destined, { status: 'downloaded' });
  };
  const isHashed = ({ id }: FileToDownload): boolean => {
    const destined = byId.get(id);
    return destined === undefined || !downloads.isHashed(contentKey(destined.file));
  };
  const onProgress = (id: string, progress: Progress) => meter.of(id)(progress);
  const options = { signal, parallel, overwrite, onProgress, onWhole, onSaved, isHashed };
  for await (const { id, error } of client.downloadFiles(missing(), options)) {
    const destined = byId.get(id);
    if (error !== undefined && destined !== undefined) await refused(destined, error);
  }
}

/** A failure that names the place on this machine, where that is the cause. */
async function failedAt(path: string, error: StrongroomError): Promise<Pick<GetOutcome, 'status' | 'error'>> {
  const { code, sentence, exitCode } = failureOf(error);
  const message = (await PLACES[code]?.(path, error.cause)) ?? sentence;
  return { status: 'failed', error: { code, message, exit_code: exitCode } };
}

const WHY: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk of ${path} is full.`,
  EEXIST: (path) => `${dirname(path)} is not a folder.`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder.`,
};

const PLACES: Readonly<Record<string, (path: string, cause: unknown) => Promise<string | undefined>>> = {
  DESTINATION_EXISTS: async (path) => `There is something at ${path} already; --overwrite replaces it.`,
  DESTINATION_UNWRITABLE: async (path, cause) =>
    WHY[systemErrorCode(cause) ?? '']?.(path) ?? (await unwritableProblem(path, cause))?.message,
};
