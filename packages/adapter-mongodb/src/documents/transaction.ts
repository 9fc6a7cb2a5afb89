import { DuplicateKey } from '@strongroom/ports';
import { type ClientSession, type Document, MongoServerError } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isInfrastructureError, isTransient, isWriteRefusal } from '../connection/mongo-errors.ts';
import { backoff } from '../connection/retry.ts';
import { batchesOf } from './batches.ts';
import { type DocumentRow, nameIn } from './layout.ts';
import { commandFor, conflictOn, type DocumentWrite, refusalOf } from './writes.ts';

/** `maybeDone`: the work may have been done although no answer came. */
export type CommitProgress = { maybeDone: boolean };

/**
 * `shared`: gives up where another transaction holds a document, because the commits that do not need it must not wait.
 * `again`: after such a conflict, waits and looks whether the commit may still succeed.
 */
export type Manner = 'shared' | 'again' | 'alone';

/** `WriteConflict`, and `NoSuchTransaction` of one that another process ended. Nothing was written. */
const CONTENDED = new Set([112, 251]);

/** Whether a transaction was aborted because of another one. */
export const isContended = (error: unknown): boolean =>
  error instanceof MongoServerError && CONTENDED.has(Number(error.code));

type Committing = Readonly<{ connection: MongoConnection; attempt: Attempt; progress: CommitProgress }>;

/**
 * Writes all or nothing. Retries until the deadline while it is certain that nothing was done: after a write conflict, or
 * when any reply but that of the commit was lost. A commit whose reply was lost is repeated, and the server executes it
 * once. Throws VersionConflict, DuplicateKey.
 */
export async function commitAll(
  committing: Committing,
  writes: readonly DocumentWrite[],
  manner: Manner,
): Promise<void> {
  let freesKeysFirst = false;
  if (manner === 'again') await waitAndLook(committing, writes, 1);
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(committing, writes, freesKeysFirst);
    } catch (error) {
      // A unique key that moves between documents is a duplicate until its old holder is written [DS-12].
      if (error instanceof DuplicateKey && !freesKeysFirst && writes.some(({ kind }) => kind === 'replace')) {
        freesKeysFirst = true;
        continue;
      }
      const mayBeRepeated = isInfrastructureError(error) && !isWriteRefusal(error);
      const isLeft = manner === 'shared' && isContended(error);
      if (committing.progress.maybeDone || !mayBeRepeated || isLeft || committing.attempt.isOver()) throw error;
      await waitAndLook(committing, writes, tries);
    }
  }
}

async function waitAndLook({ connection }: Committing, writes: readonly DocumentWrite[], tries: number): Promise<void> {
  await backoff(tries);
  await refuseIfLost(connection, writes);
}

/** Commits of more writes are repeated without asking first. */
const MAX_ASKED = 300;

/**
 * After a write conflict, checks with one read whether another commit has changed a document that this one was decided on.
 * A retry would find out later, because it first has to win its documents. Throws VersionConflict, DuplicateKey.
 */
async function refuseIfLost(connection: MongoConnection, writes: readonly DocumentWrite[]): Promise<void> {
  if (writes.length > MAX_ASKED) return;
  const versions = await versionsOf(connection, writes).catch((error: unknown) => {
    if (!isInfrastructureError(error)) throw error;
    return undefined;
  });
  if (versions === undefined) return;
  for (const write of writes) {
    const version = versions.get(write._id);
    if ('decidedOn' in write && version !== write.decidedOn) throw conflictOn(write);
    if (write.kind === 'insert' && version !== undefined)
      throw new DuplicateKey(write.collection, `id:${nameIn(write._id)}`);
  }
}

async function tryOnce(
  committing: Committing,
  writes: readonly DocumentWrite[],
  freesKeysFirst: boolean,
): Promise<void> {
  const { connection } = committing;
  const session = connection.startSession();
  try {
    session.startTransaction({ readConcern: 'snapshot', writeConcern: { w: 'majority', journal: true } });
    for (const batch of batchesOf(writes)) {
      if (freesKeysFirst && batch.command === 'update') await free(committing, session, batch.writes);
      await send(committing, session, commandFor(batch.mongoCollection, batch.command, batch.writes), batch.writes);
    }
    await commit(committing, session);
    connection.saw(session.operationTime);
  } finally {
    // The caller does not wait for the clean-up.
    void session.endSession().catch(() => undefined);
  }
}

/** Removes the unique keys of documents that are replaced next. */
const free = async (
  committing: Committing,
  session: ClientSession,
  writes: readonly DocumentWrite[],
): Promise<void> => {
  const replaced = writes.flatMap((write) => (write.kind === 'replace' ? [write] : []));
  const [first] = replaced;
  if (first === undefined) return;
  const updates = replaced.map((write) => ({
    q: { _id: write._id, version: write.decidedOn },
    u: { $unset: { uniqueKeys: '' } },
  }));
  await send(committing, session, { update: first.mongoCollection, updates }, replaced);
};

async function send(
  { connection }: Committing,
  session: ClientSession,
  command: Document,
  writes: readonly DocumentWrite[],
): Promise<void> {
  const reply = await connection.run<never>(command, session);
  const [refused] = reply.writeErrors ?? [];
  if (refused !== undefined) throw refusalOf(refused);
  if (reply.n !== writes.length) throw conflictOn(await conflicting(connection, session, writes));
}

/** The first write that matches no document. Reads the current state, because the transaction is over. */
async function conflicting(
  connection: MongoConnection,
  session: ClientSession,
  writes: readonly DocumentWrite[],
): Promise<DocumentWrite> {
  const [first] = writes;
  if (first === undefined) throw new TypeError('a conflict without writes');
  if (writes.length === 1) return first;
  await session.abortTransaction();
  const found = await versionsOf(connection, writes);
  return writes.find((write) => 'decidedOn' in write && found.get(write._id) !== write.decidedOn) ?? first;
}

/** The current versions of the documents that exist, outside of any transaction. */
async function versionsOf(connection: MongoConnection, writes: readonly DocumentWrite[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const batch of batchesOf(writes)) {
    const filter = { _id: { $in: batch.writes.map(({ _id }) => _id) } };
    const projection = { version: 1 };
    const { cursor } = await connection.run<Pick<DocumentRow, '_id' | 'version'>>({
      find: batch.mongoCollection,
      filter,
      projection,
      batchSize: batch.writes.length + 1,
    });
    for (const { _id, version } of cursor.firstBatch) found.set(_id, version);
  }
  return found;
}

async function commit({ attempt, progress }: Committing, session: ClientSession): Promise<void> {
  // The caller got, or will get, an error that says nothing was done.
  if (attempt.isOver()) throw new Error('too late to commit');
  progress.maybeDone = true;
  for (let tries = 1; ; tries += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (isTransient(error)) progress.maybeDone = false;
      if (isTransient(error) || !isInfrastructureError(error) || attempt.isOver()) throw error;
      await backoff(tries);
    }
  }
}
