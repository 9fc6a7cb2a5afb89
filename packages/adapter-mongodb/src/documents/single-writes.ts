import type { Outcome } from '@strongroom/store-kit';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { NotDurable } from '../connection/mongo-errors.ts';
import type { MongoCollection } from './layout.ts';
import { commandFor, commandOf, conflictOn, type DocumentWrite, MAJORITY_CONCERN, refusalOf } from './writes.ts';

/** A commit of one replace, remove or expect, which the server makes atomic. Throws VersionConflict, DuplicateKey. */
export async function writeAlone(connection: MongoConnection, write: DocumentWrite): Promise<void> {
  const reply = await connection.run<never>({
    ...commandFor(write.mongoCollection, commandOf(write), [write]),
    writeConcern: MAJORITY_CONCERN,
  });
  const [refused] = reply.writeErrors ?? [];
  if (refused !== undefined) throw refusalOf(refused);
  if (reply.writeConcernError) throw new NotDurable(reply.writeConcernError);
  if (reply.n !== 1) throw conflictOn(write);
  connection.saw(reply.operationTime);
}

/** A commit of one insert. */
export type PendingInsert = Readonly<{
  write: DocumentWrite;
  /** Called when the insert may be done although no answer comes. */
  onSent: () => void;
  isOver: () => boolean;
}>;

/** Inserts with one command. Each insert is a commit of its own, with its own outcome. Mostly used for audit events. */
export async function insertTogether(
  connection: MongoConnection,
  mongoCollection: MongoCollection,
  inserts: readonly PendingInsert[],
): Promise<readonly Outcome<void>[]> {
  for (const { onSent } of inserts) onSent();
  const writes = inserts.map(({ write }) => write);
  const command = { ...commandFor(mongoCollection, 'insert', writes), ordered: false, writeConcern: MAJORITY_CONCERN };
  const reply = await connection.run<never>(command);
  if (reply.writeConcernError) throw new NotDurable(reply.writeConcernError);
  connection.saw(reply.operationTime);
  const refused = new Map((reply.writeErrors ?? []).map((error) => [error.index, refusalOf(error)]));
  return inserts.map((_, index) => {
    const error = refused.get(index);
    return error === undefined ? { answer: undefined } : { error };
  });
}
