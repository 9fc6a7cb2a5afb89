import type { Document } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { DOCUMENTS } from './layout.ts';
import { NotDurable } from './not-durable.ts';
import { DURABLE } from './writes.ts';

/** The least of what a request reads: nothing, at a point in time that holds all we have written. */
export const readProbe = ({ snapshot }: Pick<MongoConnection, 'snapshot'>): Document => ({
  find: DOCUMENTS,
  filter: { _id: '' },
  limit: 1,
  singleBatch: true,
  maxTimeMS: 1000,
  readConcern: snapshot,
});

/** The least of what a commit does: one write that a majority confirms. Rejects where none does. */
export async function probeCommits(connection: MongoConnection): Promise<void> {
  const { writeConcernError } = await connection.run<never>({
    update: 'probes',
    updates: [{ q: { _id: 'commit' }, u: { $currentDate: { at: true } }, upsert: true }],
    writeConcern: { ...DURABLE, wtimeout: 1000 },
  });
  if (writeConcernError) throw new NotDurable(writeConcernError);
}
