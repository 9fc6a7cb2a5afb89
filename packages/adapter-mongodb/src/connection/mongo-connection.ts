import { Outage, systemTimers } from '@strongroom/store-kit';
import type { ClientSession, Document, Timestamp } from 'mongodb';
import { MongoUnusable } from './mongo-unusable.ts';
import type { CommandReply } from './reply.ts';
import { type Login, SharedClient } from './shared-client.ts';

export type MongoAddress = Readonly<{
  /** `mongodb://` or `mongodb+srv://`; may hold a password. */
  url: string;
  database: string;
  /** Read before calls: once its login is another one, the connection changes to it. */
  login?: Login;
}>;

/** Documents and limits of a process share one client with its connection pool. */
const SHARED = new Map<string, SharedClient>();

function sharedAt({ url, login }: MongoAddress): SharedClient {
  const known = SHARED.get(url);
  if (known !== undefined) return known;
  const made = new SharedClient(url, login);
  SHARED.set(url, made);
  return made;
}

/**
 * Sends commands to one database. The driver's collection methods are not used: their bulk writes hide which key was a
 * duplicate, their retries ignore our deadline, and they take twice as long.
 */
export class MongoConnection {
  readonly #shared: SharedClient;
  readonly #database: string;
  #seen: Timestamp | undefined;

  private constructor(shared: SharedClient, database: string) {
    // Throws for a malformed name.
    shared.of().db(database);
    this.#database = database;
    this.#shared = shared;
    shared.users += 1;
  }

  /** Sends nothing yet. Throws MongoUnusable for a malformed address; the driver's message might contain the password. */
  static to(address: MongoAddress): MongoConnection {
    try {
      return new MongoConnection(sharedAt(address), address.database);
    } catch {
      throw new MongoUnusable('address', 'the address of MongoDB, or the name of its database, is not well-formed');
    }
  }

  /** Whether it talks to the one server of the address, whatever its role. */
  get isDirect(): boolean {
    return this.#shared.of().options.directConnection;
  }

  /** `probe` is the cheapest call of the kind whose outages are tracked. */
  outage(probe: () => Promise<unknown>): Outage {
    return new Outage(probe, systemTimers, this.#shared.outages);
  }

  /** `T` is the type of the stored documents. */
  async run<T>(command: Document, session?: ClientSession): Promise<CommandReply<T>> {
    const reply = await this.#shared
      .of(session)
      .db(this.#database)
      .command(command, session === undefined ? {} : { session });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a reply gets its type
    return reply as CommandReply<T>;
  }

  /** The stored documents are the bytes that the server sent. */
  async runRaw(command: Document): Promise<CommandReply<Buffer>> {
    const reply = await this.#shared
      .of()
      .db(this.#database)
      .command(command, { fieldsAsRaw: { firstBatch: true } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return reply as CommandReply<Buffer>;
  }

  async runAsAdmin<T>(command: Document): Promise<CommandReply<T>> {
    const reply = await this.#shared.of().db('admin').command(command);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return reply as CommandReply<T>;
  }

  admin(command: Document): Promise<Readonly<Record<string, unknown>>> {
    return this.#shared.of().db('admin').command(command);
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
    return this.#shared.startSession();
  }

  /** Call it once. */
  async close(): Promise<void> {
    this.#shared.users -= 1;
    if (this.#shared.users > 0) return;
    SHARED.delete(this.#shared.url);
    await this.#shared.close();
  }
}
