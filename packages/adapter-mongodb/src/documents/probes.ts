import type { Document } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { NotDurable } from '../connection/mongo-errors.ts';
import { DOCUMENTS_COLLECTION } from './layout.ts';
import { MAJORITY_CONCERN } from './writes.ts';

/** The cheapest read of a request: no document, from a snapshot with all confirmed writes. */
export const readProbe = ({ snapshot }: Pick<MongoConnection, 'snapshot'>): Document => ({
  find: DOCUMENTS_COLLECTION,
  filter: { _id: '' },
  limit: 1,
  singleBatch: true,
  maxTimeMS: 1000,
  readConcern: snapshot,
});

/** The cheapest commit: one write. Rejects unless a majority confirms it. */
export async function probeCommits(connection: MongoConnection): Promise<void> {
  const { writeConcernError } = await connection.run<never>({
    update: 'probes',
    updates: [{ q: { _id: 'commit' }, u: { $currentDate: { at: true } }, upsert: true }],
    writeConcern: { ...MAJORITY_CONCERN, wtimeout: 1000 },
  });
  if (writeConcernError) throw new NotDurable(writeConcernError);
}
