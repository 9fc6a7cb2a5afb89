import { Outage, systemTimers } from '@strongroom/store-kit';
import { type ClientSession, type Db, type Document, MongoClient, type Timestamp } from 'mongodb';
import { MongoUnusable } from './mongo-unusable.ts';
import { DRIVER_OPTIONS } from './options.ts';
import type { Reply } from './reply.ts';

export type MongoAddress = Readonly<{
  /** `mongodb://` or `mongodb+srv://`; may hold a password. */
  url: string;
  database: string;
}>;

type Shared = { readonly url: string; readonly client: MongoClient; readonly outages: Set<Outage>; users: number };

/** Documents and limits of a process share one client with its connection pool. */
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
 * Sends commands to one database. The driver's collection methods are not used: their bulk writes hide which key was a
 * duplicate, their retries ignore our deadline, and they take twice as long.
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

  /** Sends nothing yet. Throws MongoUnusable for a malformed address; the driver's message might contain the password. */
  static to({ url, database }: MongoAddress): MongoConnection {
    try {
      return new MongoConnection(sharedAt(url), database);
    } catch {
      throw new MongoUnusable('address', 'the address of MongoDB, or the name of its database, is not well-formed');
    }
  }

  /** Whether it talks to the one server of the address, whatever its role. */
  get isDirect(): boolean {
    return this.#shared.client.options.directConnection;
  }

  /** `probe` is the cheapest call of the kind whose outages are tracked. */
  outage(probe: () => Promise<unknown>): Outage {
    return new Outage(probe, systemTimers, this.#shared.outages);
  }

  /** `T` is the type of the stored documents. */
  async run<T>(command: Document, session?: ClientSession): Promise<Reply<T>> {
    const reply = await this.#database.command(command, session === undefined ? {} : { session });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a reply gets its type
    return reply as Reply<T>;
  }

  /** The stored documents are the bytes that the server sent. */
  async runRaw(command: Document): Promise<Reply<Buffer>> {
    const reply = await this.#database.command(command, { fieldsAsRaw: { firstBatch: true } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return reply as Reply<Buffer>;
  }

  async runAsAdmin<T>(command: Document): Promise<Reply<T>> {
    const reply = await this.#shared.client.db('admin').command(command);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return reply as Reply<T>;
  }

  admin(command: Document): Promise<Readonly<Record<string, unknown>>> {
    return this.#shared.client.db('admin').command(command);
  }

  /** Read concern of a snapshot that contains every write confirmed to this process, even after an election. */
  get snapshot(): Document {
    return this.#seen === undefined ? { level: 'snapshot' } : { level: 'snapshot', afterClusterTime: this.#seen };
  }

  /** Records the `operationTime` of a confirmed write. */
  saw(time: Timestamp | null | undefined): void {
    if (time && (this.#seen === undefined || time.greaterThan(this.#seen))) this.#seen = time;
  }

  startSession(): ClientSession {
    return this.#shared.client.startSession();
  }

  /** Call it once. */
  async close(): Promise<void> {
    this.#shared.users -= 1;
    if (this.#shared.users > 0) return;
    SHARED.delete(this.#shared.url);
    await this.#shared.client.close(true);
  }
}
