import type { Document, Timestamp } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import { type DecodedRow, RowDecoder } from './row-decoder.ts';

/** `isWhole`: whether the reply held all that was found. */
export type FoundRows = Readonly<{ rows: readonly DecodedRow[]; isWhole: boolean; time: Timestamp }>;

/** Finds documents in a snapshot. */
export class DocumentFinder {
  readonly #connection: MongoConnection;
  readonly #decoder = new RowDecoder();

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  /** Reads in the snapshot of `time`, or else in one that contains every confirmed write. */
  async find(command: Document, time?: Timestamp): Promise<FoundRows> {
    const readConcern = time === undefined ? this.#connection.snapshot : { level: 'snapshot', atClusterTime: time };
    const { cursor } = await this.#connection.runRaw({ ...command, readConcern });
    const rows = cursor.firstBatch.map((bytes) => this.#decoder.decode(bytes));
    return { rows, isWhole: isWhole(cursor), time: cursor.atClusterTime };
  }
}
