import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentStore } from '@strongroom/ports';
import { processorTime } from '../processor-time.ts';
import { type Client, openClient, type Row } from './client.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

type Servers = Readonly<{ url: string; members: readonly { pid: number }[]; stop: () => Promise<void> }>;
type Status = Readonly<{ metrics: { commands: Readonly<Record<string, { total: number }>> } }>;
/** Commands that serve a route; heartbeats and the like are not counted. */
const COUNTED = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify', 'commitTransaction'];
const INDEXES = [
  { name: 'by_key', key: { keys: 1, position: -1, _id: -1 } },
  {
    name: 'by_unique_key',
    key: { uniqueKeys: 1 },
    unique: true,
    partialFilterExpression: { uniqueKeys: { $exists: true } },
  },
];
const LOT = 1000;

/** A replica set of one, with the database of the measured service. */
export class MongoPlace {
  readonly #servers: Servers;
  readonly #client: Client;
  readonly url: string;

  private constructor(servers: Servers) {
    this.#servers = servers;
    this.url = servers.url;
    this.#client = openClient(servers.url);
  }

  static async start(): Promise<MongoPlace> {
    // Run from its source, because this build does not compile it.
    const script = join(ROOT, 'packages', 'test-servers', 'src', 'mongo-servers.ts');
    const { MongoServers } = (await import(script)) as { MongoServers: { start: () => Promise<Servers> } };
    return new MongoPlace(await MongoServers.start());
  }

  /** Creates a database from the documents that a data folder holds in SQLite, in the form the service stores. */
  async fill(database: string, folder: string): Promise<void> {
    const to = this.#client.db(database);
    await to.command({ createIndexes: 'documents', indexes: INDEXES });
    const from = new DatabaseSync(join(folder, 'strongroom.db'), { readOnly: true });
    let lot: Row[] = [];
    const send = async (): Promise<void> => {
      if (lot.length > 0) await to.command({ insert: 'documents', documents: lot });
      lot = [];
    };
    for (const row of from.prepare("SELECT * FROM documents WHERE collection NOT LIKE 'audit-%'").iterate()) {
      lot.push(rowOf(row as StoredRow));
      if (lot.length === LOT) await send();
    }
    await send();
    from.close();
  }

  /** The service's own store of a database. */
  async documents(database: string): Promise<DocumentStore> {
    const { openMongoDocuments } = await import('@strongroom/adapter-mongodb');
    return openMongoDocuments({ url: this.url, database });
  }

  /** Number of commands that the server has run. */
  async commands(): Promise<number> {
    const status = (await this.#client.db('admin').command({ serverStatus: 1 })) as Status;
    return COUNTED.reduce((sum, name) => sum + (status.metrics.commands[name]?.total ?? 0), 0);
  }

  /** Processor time of the server so far, in microseconds. Linux only. */
  cpu(): number {
    return processorTime(this.#servers.members[0]?.pid ?? 0);
  }

  async stop(): Promise<void> {
    await this.#client.close();
    await this.#servers.stop();
  }
}

type StoredRow = Readonly<Record<'collection' | 'id' | 'keys' | 'unique_keys' | 'body', string>> &
  Readonly<Record<'version' | 'schema' | 'position', number>>;

function rowOf({ collection, id, version, schema, position, keys, unique_keys: unique, body }: StoredRow): Row {
  const within = (names: string): readonly string[] =>
    (JSON.parse(names) as readonly string[]).map((name) => `${collection}/${name}`);
  const uniqueKeys = within(unique);
  const named = { _id: `${collection}/${id}`, version, schema, position, keys: within(keys) };
  return { ...named, ...(uniqueKeys.length > 0 && { uniqueKeys }), body };
}

type Data = Readonly<{ token: string; folder: string }>;

/** Settings of the service on such a database. Everything else is in the folder that its documents came from. */
export const mongoSettings = (place: MongoPlace, database: string, { token, folder }: Data) => ({
  STRONGROOM_DOCUMENTS: 'mongodb',
  STRONGROOM_MONGODB_URL: place.url,
  STRONGROOM_MONGODB_DATABASE: database,
  STRONGROOM_OWNER_TOKEN: token,
  STRONGROOM_AUDIT_KEY: join(folder, 'keys', 'audit.key'),
  // Another database begins a log of its own.
  STRONGROOM_AUDIT_CHECKPOINT: join(folder, 'mongodb.checkpoint'),
});
