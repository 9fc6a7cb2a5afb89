import type { EncodedEvent } from '@strongroom/audit-log';
import { type Change, DuplicateKey, VersionConflict } from '@strongroom/ports';
import { type Document, MongoServerError } from 'mongodb';
import { AUDIT_COLLECTION, type PendingRow, pendingRowOf } from '../audit/layout.ts';
import { DUPLICATE_KEY } from '../connection/mongo-errors.ts';
import type { WriteError } from '../connection/reply.ts';
import {
  DOCUMENTS_COLLECTION,
  type DocumentRow,
  type MongoCollection,
  nameIn,
  partsOf,
  prefixedName,
  rowOf,
} from './layout.ts';

/** A change as it is sent, copied when the commit is called [DS-22]. */
export type DocumentWrite = Readonly<
  { mongoCollection: MongoCollection; collection: string; _id: string } & (
    | { kind: 'insert'; row: DocumentRow }
    | { kind: 'record'; row: PendingRow }
    | { kind: 'replace'; row: DocumentRow; decidedOn: number }
    | { kind: 'remove'; decidedOn: number }
    | { kind: 'expect'; decidedOn: number }
  )
>;

export function writeOf(change: Change): DocumentWrite {
  const { collection } = change;
  const mongoCollection = DOCUMENTS_COLLECTION;
  if ('insert' in change) {
    const row = rowOf(collection, change.insert);
    return { kind: 'insert', mongoCollection, collection, _id: row._id, row };
  }
  if ('replace' in change) {
    const row = rowOf(collection, change.replace);
    return { kind: 'replace', mongoCollection, collection, _id: row._id, row, decidedOn: row.version - 1 };
  }
  const [kind, { id, version }] =
    'remove' in change ? (['remove', change.remove] as const) : (['expect', change.expect] as const);
  return { kind, mongoCollection, collection, _id: prefixedName(collection, id), decidedOn: version };
}

/** Collection of audit events in errors. */
const RECORDED = 'events';

export const recordOf = (event: EncodedEvent): DocumentWrite => {
  const row = pendingRowOf(event);
  return { kind: 'record', mongoCollection: AUDIT_COLLECTION, collection: RECORDED, _id: row._id, row };
};

/** Majority and journal: a confirmed write survives the loss of any minority of the servers. */
export const MAJORITY_CONCERN = { w: 'majority', j: true };

/** The command that carries a write. */
export type WriteCommand = 'delete' | 'update' | 'insert';

export const commandOf = ({ kind }: DocumentWrite): WriteCommand => {
  if (kind === 'insert' || kind === 'record') return 'insert';
  return kind === 'remove' ? 'delete' : 'update';
};

/**
 * An expected document is written too: two snapshots that each only read what the other writes would both commit. Nothing
 * reads the field, and the next replace drops it.
 */
const EXPECTED: Document = { $inc: { expected: 1 } };

/** One command for writes to one collection. A replace, remove or expect matches its document only at the expected version. */
export function commandFor(
  mongoCollection: MongoCollection,
  command: WriteCommand,
  writes: readonly DocumentWrite[],
): Document {
  const filter = (write: DocumentWrite): Document => ({
    _id: write._id,
    ...('decidedOn' in write && { version: write.decidedOn }),
  });
  if (command === 'insert')
    return { insert: mongoCollection, documents: writes.flatMap((write) => ('row' in write ? [write.row] : [])) };
  if (command === 'delete')
    return { delete: mongoCollection, deletes: writes.map((write) => ({ q: filter(write), limit: 1 })) };
  return {
    update: mongoCollection,
    updates: writes.map((write) => ({ q: filter(write), u: 'row' in write ? write.row : EXPECTED })),
  };
}

/** The conflict of a write that matched no document. */
export const conflictOn = ({ collection, _id }: DocumentWrite): VersionConflict =>
  new VersionConflict(collection, nameIn(_id));

/** The error of one refused write: DuplicateKey with the name of the key, or the server's error. */
export function refusalOf(error: WriteError): Error {
  if (error.code !== DUPLICATE_KEY) return new MongoServerError({ ...error });
  const [field, stored] = Object.entries(error.keyValue ?? {})[0] ?? [];
  if (typeof stored !== 'string') return new MongoServerError({ ...error });
  if (field === '_id' && !stored.includes('/')) return new DuplicateKey(RECORDED, `id:${stored}`);
  const { collection, name } = partsOf(stored);
  return new DuplicateKey(collection, field === '_id' ? `id:${name}` : name);
}
