import type { MongoConnection } from '../connection/mongo-connection.ts';
import { NotDurable } from './not-durable.ts';
import { commandFor, commandOf, conflictOn, DURABLE, refusalOf, type Write } from './writes.ts';

/** A commit of one replace, remove or expect. The server makes it all or nothing by itself. Throws VersionConflict, DuplicateKey. */
export async function writeAlone(connection: MongoConnection, write: Write): Promise<void> {
  const reply = await connection.run<never>({
    ...commandFor(write.shelf, commandOf(write), [write]),
    writeConcern: DURABLE,
  });
  const [refused] = reply.writeErrors ?? [];
  if (refused !== undefined) throw refusalOf(refused);
  if (reply.writeConcernError) throw new NotDurable(reply.writeConcernError);
  if (reply.n !== 1) throw conflictOn(write);
  connection.saw(reply.operationTime);
}
