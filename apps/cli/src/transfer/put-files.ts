import type { Session } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { LoggedUploads } from './logged-uploads.ts';
import type { Meter } from './meter.ts';
import { olderThan, removeAll } from './older.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import { inParallel } from './pool.ts';
import { type Putting, putOne, uploadOf } from './put-one.ts';
import { type OnTaken, replacesTaken, standingIn, takenBy } from './taken.ts';
import type { TransferLog } from './transfer-log.ts';
import { waitNotice } from './wait-notice.ts';
import type { Planned } from './walk.ts';

export type PutOutcome = Outcome<'uploaded' | 'unchanged'>;

export type PutAsked = Readonly<{
  terminal: Terminal;
  session: Session;
  roomId: string;
  transferLog: TransferLog;
  meter: Meter;
  parallel: number;
  /** Also send files that are already in the room. */
  again: boolean;
  /** Older files with the same path are deleted after the upload, or stay. */
  onTaken: OnTaken;
  contentType: (name: string) => string;
  classification: string | undefined;
  /** Called for each file when it ends. */
  onOutcome: (outcome: PutOutcome) => void;
}>;

const NOT_REPLACED = 'The new file is there, the older one could not be deleted. ';

/**
 * Uploads all files to the room. Asks first if others are at their paths. Throws errors that would also affect the next
 * file; other errors are outcomes.
 */
export async function putFiles(asked: PutAsked, files: readonly Planned[]): Promise<void> {
  const { session, roomId, meter } = asked;
  const uploads = new LoggedUploads(asked.transferLog);
  const standing = await standingIn(session, roomId, files);
  const putting: Putting = {
    ...asked,
    onWait: waitNotice(meter.say),
    uploads,
    present: new Set(standing.map(({ id }) => id)),
  };
  const replaces = await replacesTaken(
    asked.terminal,
    asked.onTaken === 'ask' ? takenBy(standing, files, isOurs(asked, uploads)) : [],
    asked.onTaken,
  );
  await inParallel(asked.parallel, files, async (file) => {
    const about = { path: file.path, room_path: pathOf(file) };
    let id: string | null = null;
    try {
      const put = await putOne(putting, file);
      id = put.id;
      if (replaces) await removeAll(session, olderThan(standing, { ...about, id }));
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

/** With `--again`, what earlier runs sent is in the way of what is sent now. */
const isOurs =
  (asked: PutAsked, uploads: LoggedUploads) =>
  (file: Planned, standing: ReadonlySet<string>): boolean =>
    !asked.again && uploads.has(uploadOf(asked, file), standing);
