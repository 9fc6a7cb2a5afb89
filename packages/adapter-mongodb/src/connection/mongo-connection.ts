import { type ClientSession, type Db, type Document, MongoClient, type Timestamp } from 'mongodb';
import { MongoUnusable } from './mongo-unusable.ts';
import { driverOptions } from './options.ts';

export type MongoAddress = Readonly<{
  /** `mongodb://` or `mongodb+srv://`; may hold a password. */
  url: string;
  database: string;
}>;

type Reply = Readonly<Document>;

/**
 * Commands to one database, as the server's manual describes them. Not by way of the driver's collections: their bulk
 * writes hide which key was taken, their retries know nothing of our deadline, and they cost twice as much time.
 */
export class MongoConnection {
  readonly #client: MongoClient;
  readonly #database: Db;
  #seen: Timestamp | undefined;

  private constructor(client: MongoClient, database: string) {
    this.#client = client;
    this.#database = client.db(database);
  }

  /** Nothing is sent yet. Throws MongoUnusable for an address that is none; the driver's own words might hold a password. */
  static to({ url, database }: MongoAddress, connections: number): MongoConnection {
    try {
      return new MongoConnection(new MongoClient(url, driverOptions(connections)), database);
    } catch {
      throw new MongoUnusable('address', 'the address of MongoDB, or the name of its database, is not well-formed');
    }
  }

  run(command: Document, session?: ClientSession): Promise<Reply> {
    return this.#database.command(command, session === undefined ? {} : { session });
  }

  admin(command: Document): Promise<Reply> {
    return this.#client.db('admin').command(command);
  }

  /**
   * One point in time that holds every write that was answered to this process, also when another server has become
   * primary since.
   */
  get snapshot(): Document {
    return this.#seen === undefined ? { level: 'snapshot' } : { level: 'snapshot', afterClusterTime: this.#seen };
  }

  /** To be told when a write was answered, with its `operationTime`. */
  saw(time: Timestamp | null | undefined): void {
    if (time && (this.#seen === undefined || time.greaterThan(this.#seen))) this.#seen = time;
  }

  startSession(): ClientSession {
    return this.#client.startSession();
  }

  close(): Promise<void> {
    return this.#client.close(true);
  }
}
