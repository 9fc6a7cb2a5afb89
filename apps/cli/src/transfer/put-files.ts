import type { Progress, UploadOfGroup } from '@strongroom/client';
import { pathOf } from '../naming/files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { LoggedUploads } from './logged-uploads.ts';
import type { Meter } from './meter.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import { type End, Replacement } from './replacement.ts';
import { type OnTaken, replacesTaken, standingIn, takenBy } from './taken.ts';
import type { TransferLog } from './transfer-log.ts';
import { type Common, uploadOf } from './upload-of.ts';
import { type Claimed, UploadQueue } from './upload-queue.ts';
import { waitNotice } from './wait-notice.ts';
import type { Planned } from './walk.ts';

export type PutOutcome = Outcome<'uploaded' | 'unchanged'>;

export type PutAsked = Common &
  Readonly<{
    terminal: Terminal;
    transferLog: TransferLog;
    meter: Meter;
    parallel: number;
    /** Also send files that are already in the room. */
    again: boolean;
    /** Older files with the same path are deleted after the upload, or stay. */
    onTaken: OnTaken;
    /** Called for each file when it ends. */
    onOutcome: (outcome: PutOutcome) => void;
  }>;

/**
 * Uploads all files to the room. Asks first if others are at their paths. Throws errors that would also affect the next
 * file; other errors are outcomes.
 */
export async function putFiles(asked: PutAsked, files: readonly Planned[]): Promise<void> {
  const { session, roomId, meter, parallel } = asked;
  const { client, signal } = session;
  const uploads = new LoggedUploads(asked.transferLog);
  const standing = await standingIn(session, roomId, files);
  const replaces = await replacesTaken(
    asked.terminal,
    asked.onTaken === 'ask' ? takenBy(standing, files, isOurs(asked, uploads)) : [],
    asked.onTaken,
  );

  const end: End = (file, result) => {
    asked.onOutcome({ path: file.path, room_path: pathOf(file), ...result });
    meter.ended(file.path, file.size);
  };
  const replacement = new Replacement({ session, roomId, standing: replaces ? standing : [], end });
  const queue = new UploadQueue(
    {
      ...asked,
      onWait: waitNotice(meter.say),
      uploads,
      present: new Set(standing.map(({ id }) => id)),
      onUnchanged: (file, put) => replacement.add(file, put),
    },
    files,
  );

  async function settle(result: UploadOfGroup<Claimed>): Promise<void> {
    const { file } = result.file;
    try {
      const put = await queue.settle(result);
      if (put !== undefined) await replacement.add(file, put);
    } catch (error) {
      if (isForAll(error)) throw error;
      end(file, { id: null, ...failed(error) });
    }
  }

  let failure: unknown;
  try {
    const options = {
      signal,
      parallel,
      onProgress: ({ path }: Claimed, progress: Progress) => meter.of(path)(progress),
      onAnnounced: (one: Claimed, id: string) => queue.announced(one, id),
      onSent: (one: Claimed) => queue.sent(one),
      onConfirmed: (one: Claimed, id: string) => queue.confirmed(one, id),
    };
    for await (const result of client.uploadGroups(roomId, (ending) => queue.groups(ending), options))
      await settle(result);
    await replacement.finish();
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    for (const { file, put } of await queue.close(failure)) end(file, put);
    replacement.abandon(failure);
  }
}

/** With `--again`, what earlier runs sent is in the way of what is sent now. */
const isOurs =
  (asked: PutAsked, uploads: LoggedUploads) =>
  (file: Planned, standing: ReadonlySet<string>): boolean =>
    !asked.again && uploads.has(uploadOf(asked, file), standing);
