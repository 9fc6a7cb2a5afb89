import type { File as RoomFile } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { filesOf, pathOf } from '../naming/files.ts';
import type { Journal } from './journal.ts';
import type { Meter } from './meter.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import { inParallel } from './pool.ts';
import { type Putting, putOne } from './put-one.ts';
import { UploadsJournal } from './uploads-journal.ts';
import type { Planned } from './walk.ts';

export type PutOutcome = Outcome<'uploaded' | 'unchanged'>;

export type PutAsked = Readonly<{
  session: Session;
  roomId: string;
  journal: Journal;
  meter: Meter;
  parallel: number;
  /** Send what is there already, too. */
  again: boolean;
  /** Delete what has the same path in the room once the new one is there. */
  replace: boolean;
  contentType: (name: string) => string;
  classification: string | undefined;
  /** Told of each as it ends. */
  onOutcome: (outcome: PutOutcome) => void;
}>;

/** Puts all of them into the room. Throws what is of no use to try with another file; the rest are outcomes. */
export async function putFiles(asked: PutAsked, files: readonly Planned[]): Promise<void> {
  const { session, roomId, meter } = asked;
  const listed = once(() => filesOf(session, roomId));
  const putting: Putting = {
    ...asked,
    uploads: new UploadsJournal(asked.journal),
    present: once(async () => new Set((await listed()).map(({ id }) => id))),
  };
  const before = asked.replace ? await listed() : [];
  await inParallel(asked.parallel, files, async (file) => {
    const told = { path: file.path, room_path: pathOf(file) };
    try {
      const { id, status } = await putOne(putting, file);
      if (asked.replace) await removeOlder(session, before, { ...told, id });
      asked.onOutcome({ ...told, id, status });
    } catch (error) {
      if (isForAll(error)) throw error;
      asked.onOutcome({ ...told, id: null, ...failed(error) });
    }
    meter.ended(file.path, file.size);
  });
}

async function removeOlder(
  { client, signal }: Session,
  before: readonly RoomFile[],
  now: Readonly<{ room_path: string; id: string }>,
): Promise<void> {
  const older = before.filter((file) => pathOf(file) === now.room_path && file.id !== now.id);
  for (const { id } of older) await client.files.delete(id, { signal });
}

/** Asked for when it is needed, and then not again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
