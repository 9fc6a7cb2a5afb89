import { DuplicateKey } from '@strongroom/ports';
import type { ClientSession, Document } from 'mongodb';
import { pauseAfter } from '../connection/again.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isTransient, isWorldly } from '../connection/mongo-errors.ts';
import type { Attempt } from '../connection/serving.ts';
import { batchesOf } from './batches.ts';
import type { Row } from './layout.ts';
import { commandFor, conflictOn, refusalOf, type Write } from './writes.ts';

/** What a caller who gets no answer has to be told. */
export type Knowledge = { maybeDone: boolean };

type Committing = Readonly<{ connection: MongoConnection; attempt: Attempt; knowledge: Knowledge }>;

/**
 * Writes all or nothing. Tried again until the deadline for as long as it is certain that nothing was done: another
 * transaction was in the way, or the answer to anything but the commit itself was lost. When the answer to the commit was
 * lost, that is repeated, which the server does once however often it is told. Throws VersionConflict, DuplicateKey.
 */
export async function commitAll(committing: Committing, writes: readonly Write[]): Promise<void> {
  let freesKeysFirst = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(committing, writes, freesKeysFirst);
    } catch (error) {
      // A key that moves from one document to another is taken until its holder was written [DS-12].
      if (error instanceof DuplicateKey && !freesKeysFirst && writes.some(({ kind }) => kind === 'replace')) {
        freesKeysFirst = true;
        continue;
      }
      if (committing.knowledge.maybeDone || !isWorldly(error) || committing.attempt.isOver()) throw error;
      await pauseAfter(tries);
    }
  }
}

async function tryOnce(committing: Committing, writes: readonly Write[], freesKeysFirst: boolean): Promise<void> {
  const { connection } = committing;
  const session = connection.startSession();
  try {
    session.startTransaction({ readConcern: 'snapshot', writeConcern: { w: 'majority', journal: true } });
    for (const batch of batchesOf(writes)) {
      if (freesKeysFirst && batch.command === 'update') await free(committing, session, batch.writes);
      await send(committing, session, commandFor(batch.shelf, batch.command, batch.writes), batch.writes);
    }
    await commit(committing, session);
    connection.saw(session.operationTime);
  } finally {
    // Nobody waits for the end of what is of no use any more.
    void session.endSession().catch(() => undefined);
  }
}

/** Takes the unique keys from documents that are replaced right after it. */
const free = async (committing: Committing, session: ClientSession, writes: readonly Write[]): Promise<void> => {
  const replaced = writes.flatMap((write) => (write.kind === 'replace' ? [write] : []));
  const [first] = replaced;
  if (first === undefined) return;
  const updates = replaced.map((write) => ({
    q: { _id: write._id, version: write.decidedOn },
    u: { $unset: { uniqueKeys: '' } },
  }));
  await send(committing, session, { update: first.shelf, updates }, replaced);
};

async function send(
  { connection }: Committing,
  session: ClientSession,
  command: Document,
  writes: readonly Write[],
): Promise<void> {
  const reply = await connection.run<never>(command, session);
  const [refused] = reply.writeErrors ?? [];
  if (refused !== undefined) throw refusalOf(refused);
  if (reply.n !== writes.length) throw conflictOn(await conflicting(connection, session, writes));
}

/** Which of the writes has found nothing. The transaction is over, so this looks at what is there now. */
async function conflicting(
  connection: MongoConnection,
  session: ClientSession,
  writes: readonly Write[],
): Promise<Write> {
  const [first] = writes;
  if (first === undefined) throw new TypeError('a conflict of nothing');
  if (writes.length === 1) return first;
  await session.abortTransaction();
  const found = new Map<string, number>();
  for (const batch of batchesOf(writes)) {
    const filter = { _id: { $in: batch.writes.map(({ _id }) => _id) } };
    const projection = { version: 1 };
    const { cursor } = await connection.run<Pick<Row, '_id' | 'version'>>({
      find: batch.shelf,
      filter,
      projection,
      batchSize: batch.writes.length + 1,
    });
    for (const { _id, version } of cursor.firstBatch) found.set(_id, version);
  }
  return writes.find((write) => 'decidedOn' in write && found.get(write._id) !== write.decidedOn) ?? first;
}

async function commit({ attempt, knowledge }: Committing, session: ClientSession): Promise<void> {
  // Whoever called has been told that nothing was done, or will be: so nothing may be.
  if (attempt.isOver()) throw new Error('too late to commit');
  knowledge.maybeDone = true;
  for (let tries = 1; ; tries += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (isTransient(error)) knowledge.maybeDone = false;
      if (isTransient(error) || !isWorldly(error) || attempt.isOver()) throw error;
      await pauseAfter(tries);
    }
  }
}
