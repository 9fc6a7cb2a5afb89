import type { Session } from '../account/session.ts';
import { filesOf, pathOf } from '../naming/files.ts';
import { LoggedUploads } from './logged-uploads.ts';
import type { Meter } from './meter.ts';
import { olderThan, removeAll } from './older.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import { inParallel } from './pool.ts';
import { type Putting, putOne } from './put-one.ts';
import type { TransferLog } from './transfer-log.ts';
import { waitNotice } from './wait-notice.ts';
import type { Planned } from './walk.ts';

export type PutOutcome = Outcome<'uploaded' | 'unchanged'>;

export type PutAsked = Readonly<{
  session: Session;
  roomId: string;
  transferLog: TransferLog;
  meter: Meter;
  parallel: number;
  /** Also send files that are already in the room. */
  again: boolean;
  /** After the upload, delete older files with the same path. */
  replace: boolean;
  contentType: (name: string) => string;
  classification: string | undefined;
  /** Called for each file when it ends. */
  onOutcome: (outcome: PutOutcome) => void;
}>;

const NOT_REPLACED = 'The new file is there, the older one could not be deleted. ';

/** Uploads all files to the room. Throws errors that would also affect the next file; other errors are outcomes. */
export async function putFiles(asked: PutAsked, files: readonly Planned[]): Promise<void> {
  const { session, roomId, meter } = asked;
  const listed = once(() => filesOf(session, roomId));
  const putting: Putting = {
    ...asked,
    onWait: waitNotice(meter.say),
    uploads: new LoggedUploads(asked.transferLog),
    present: once(async () => new Set((await listed()).map(({ id }) => id))),
  };
  const before = asked.replace ? await listed() : [];
  await inParallel(asked.parallel, files, async (file) => {
    const about = { path: file.path, room_path: pathOf(file) };
    let id: string | null = null;
    try {
      const put = await putOne(putting, file);
      id = put.id;
      if (asked.replace) await removeAll(session, olderThan(before, { ...about, id }));
      asked.onOutcome({ ...about, ...put });
    } catch (error) {
      // A file that reached the room is reported even if the rest fails.
      if (id !== null) asked.onOutcome({ ...about, id, ...failed(error, NOT_REPLACED) });
      else if (!isForAll(error)) asked.onOutcome({ ...about, id, ...failed(error) });
      if (isForAll(error)) throw error;
    }
    meter.ended(file.path, file.size);
  });
}

/** Calls `ask` on first use only. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
