import { MONGO_COLLECTIONS, type MongoCollection } from './layout.ts';
import { commandOf, type DocumentWrite, type WriteCommand } from './writes.ts';

export type WriteBatch = Readonly<{
  mongoCollection: MongoCollection;
  command: WriteCommand;
  writes: readonly DocumentWrite[];
}>;

/**
 * MongoDB allows 16 MB and 100 000 writes per command. Larger batches than these are not faster, and on a server with other
 * load each has to end within the time of a command.
 */
const MAX_WRITES = 250;
const MAX_CHARACTERS = 4_000_000;

/** In sending order: deletes free their keys for later writes, and contended documents conflict early. */
const ORDER: readonly WriteCommand[] = ['delete', 'update', 'insert'];

/** A large commit takes the documents that it only expects first, because other commits may change them meanwhile. */
const inSendingOrder = (writes: readonly DocumentWrite[]): readonly DocumentWrite[] =>
  writes.length <= MAX_WRITES
    ? writes
    : [...writes.filter(({ kind }) => kind === 'expect'), ...writes.filter(({ kind }) => kind !== 'expect')];

/** Splits the writes into commands to one collection each. */
export function batchesOf(all: readonly DocumentWrite[]): readonly WriteBatch[] {
  const batches: WriteBatch[] = [];
  const writes = inSendingOrder(all);
  for (const mongoCollection of MONGO_COLLECTIONS)
    for (const command of ORDER) {
      let batch: DocumentWrite[] = [];
      let characters = 0;
      for (const write of writes) {
        if (write.mongoCollection !== mongoCollection || commandOf(write) !== command) continue;
        const more = charactersOf(write);
        if (batch.length > 0 && (batch.length >= MAX_WRITES || characters + more > MAX_CHARACTERS)) {
          batches.push({ mongoCollection, command, writes: batch });
          [batch, characters] = [[], 0];
        }
        batch.push(write);
        characters += more;
      }
      if (batch.length > 0) batches.push({ mongoCollection, command, writes: batch });
    }
  return batches;
}

/** Approximate number of UTF-16 units of a write; each takes up to three bytes. */
export const charactersOf = (write: DocumentWrite): number => {
  if (!('row' in write)) return 100;
  if (write.kind === 'record') return write.row.head.length + write.row.tail.length + 300;
  const { keys, uniqueKeys = [], body } = write.row;
  return body.length + [...keys, ...uniqueKeys].reduce((sum, key) => sum + key.length + 10, 200);
};
