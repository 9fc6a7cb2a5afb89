import { type Change, DuplicateKey, VersionConflict } from '@strongroom/ports';
import { type Document, MongoServerError } from 'mongodb';
import { DUPLICATE_KEY } from '../connection/mongo-errors.ts';
import type { WriteError } from '../connection/reply.ts';
import { nameIn, partsOf, type Row, rowOf, type Shelf, shelfOf, within } from './layout.ts';

/** A change as it is sent. Made when the commit is called: what the caller does to his objects later is his. */
export type Write = Readonly<
  { shelf: Shelf; collection: string; _id: string } & (
    | { kind: 'insert'; row: Row }
    | { kind: 'replace'; row: Row; decidedOn: number }
    | { kind: 'remove'; decidedOn: number }
  )
>;

export function writeOf(change: Change): Write {
  const { collection } = change;
  const shelf = shelfOf(collection);
  if ('insert' in change) {
    const row = rowOf(collection, change.insert);
    return { kind: 'insert', shelf, collection, _id: row._id, row };
  }
  if ('replace' in change) {
    const row = rowOf(collection, change.replace);
    return { kind: 'replace', shelf, collection, _id: row._id, row, decidedOn: row.version - 1 };
  }
  const { id, version } = change.remove;
  return { kind: 'remove', shelf, collection, _id: within(collection, id), decidedOn: version };
}

/** Majority and journal: what was answered outlives the loss of any minority of the servers. */
export const DURABLE = { w: 'majority', j: true };

/**
 * One command for writes of one kind on one shelf. A replace or remove finds its document only at exactly the version it
 * was decided on.
 */
export function commandFor(shelf: Shelf, kind: Write['kind'], writes: readonly Write[]): Document {
  const filter = (write: Write): Document => ({
    _id: write._id,
    ...('decidedOn' in write && { version: write.decidedOn }),
  });
  if (kind === 'insert')
    return { insert: shelf, documents: writes.flatMap((write) => ('row' in write ? [write.row] : [])) };
  if (kind === 'remove') return { delete: shelf, deletes: writes.map((write) => ({ q: filter(write), limit: 1 })) };
  return {
    update: shelf,
    updates: writes.flatMap((write) => ('row' in write ? [{ q: filter(write), u: write.row }] : [])),
  };
}

/** The conflict of one write that found nothing. */
export const conflictOn = ({ collection, _id }: Write): VersionConflict => new VersionConflict(collection, nameIn(_id));

/** What one refused write means: the key that is taken, by name, or what the server said. */
export function refusalOf(error: WriteError): Error {
  if (error.code !== DUPLICATE_KEY) return new MongoServerError({ ...error });
  const [field, stored] = Object.entries(error.keyValue ?? {})[0] ?? [];
  if (typeof stored !== 'string') return new MongoServerError({ ...error });
  const { collection, name } = partsOf(stored);
  return new DuplicateKey(collection, field === '_id' ? `id:${name}` : name);
}
