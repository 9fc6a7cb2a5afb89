import { type ClientSession, type Db, type Document, MongoClient, type Timestamp } from 'mongodb';
import { MongoUnusable } from './mongo-unusable.ts';
import { DRIVER_OPTIONS } from './options.ts';
import { Outage } from './outage.ts';
import type { Reply } from './reply.ts';

export type MongoAddress = Readonly<{
  /** `mongodb://` or `mongodb+srv://`; may hold a password. */
  url: string;
  database: string;
}>;

type Shared = { readonly url: string; readonly client: MongoClient; readonly outages: Set<Outage>; users: number };

/** Documents and limits of a process share one client, with its connections and what it knows of the servers. */
const SHARED = new Map<string, Shared>();

function sharedAt(url: string): Shared {
  const known = SHARED.get(url);
  if (known !== undefined) return known;
  const client = new MongoClient(url, DRIVER_OPTIONS);
  const made: Shared = { url, client, outages: new Set(), users: 0 };
  SHARED.set(url, made);
  return made;
}

/**
 * Commands to one database, as the server's manual describes them. Not by way of the driver's collections: their bulk
 * writes hide which key was taken, their retries know nothing of our deadline, and they cost twice as much time.
 */
export class MongoConnection {
  readonly #shared: Shared;
  readonly #database: Db;
  #seen: Timestamp | undefined;

  private constructor(shared: Shared, database: string) {
    this.#database = shared.client.db(database);
    this.#shared = shared;
    shared.users += 1;
  }

  /** Nothing is sent yet. Throws MongoUnusable for an address that is none; the driver's own words might hold a password. */
  static to({ url, database }: MongoAddress): MongoConnection {
    try {
      return new MongoConnection(sharedAt(url), database);
    } catch {
      throw new MongoUnusable('address', 'the address of MongoDB, or the name of its database, is not well-formed');
    }
  }

  /** Does it speak to the one server that the address names, whatever that server is? */
  get isDirect(): boolean {
    return this.#shared.client.options.directConnection;
  }

  /** For calls of one kind; `probe` is the least of that kind. */
  outage(probe: () => Promise<unknown>): Outage {
    return new Outage(probe, this.#shared.outages);
  }

  /** `T` is what is stored where the command looks. */
  async run<T>(command: Document, session?: ClientSession): Promise<Reply<T>> {
    const reply = await this.#database.command(command, session === undefined ? {} : { session });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where an answer gets its type
    return reply as Reply<T>;
  }

  async runAsAdmin<T>(command: Document): Promise<Reply<T>> {
    const reply = await this.#shared.client.db('admin').command(command);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return reply as Reply<T>;
  }

  admin(command: Document): Promise<Readonly<Record<string, unknown>>> {
    return this.#shared.client.db('admin').command(command);
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
    return this.#shared.client.startSession();
  }

  /** To be called once. */
  async close(): Promise<void> {
    this.#shared.users -= 1;
    if (this.#shared.users > 0) return;
    SHARED.delete(this.#shared.url);
    await this.#shared.client.close(true);
  }
}
