import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentStore } from '@strongroom/ports';
import { Tables } from '../bare-postgresql/tables.ts';
import type { StoredRow } from '../clones.ts';
import { commit } from '../log.ts';
import { rowsOf, type TableRow } from '../minimal/fill.ts';
import { processorTimeOf } from '../processor-time.ts';
import { serviceSettings, type World } from '../world.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Documents of a commit, which has a deadline on a busy machine too. */
const LOT = 200;

type Servers = Readonly<{
  primary: Readonly<{ pid: number }>;
  aDatabase: () => Promise<string>;
  stop: () => Promise<void>;
}>;

/** Settings of the service on a database that has the documents of a folder. */
export const settingsOn = (url: string, folder: string, { token }: World) => ({
  ...serviceSettings(folder),
  STRONGROOM_DOCUMENTS: 'postgresql',
  STRONGROOM_POSTGRESQL_URL: url,
  STRONGROOM_OWNER_TOKEN: token,
  STRONGROOM_AUDIT_KEY: join(folder, 'keys', 'audit.key'),
  // Another database begins a log of its own.
  STRONGROOM_AUDIT_CHECKPOINT: join(folder, 'postgresql.checkpoint'),
});

/** A server with a database for each measured program. */
export class PostgresqlPlace {
  readonly #servers: Servers;
  /** Processor time of each process of the server when it was last seen. */
  readonly #used = new Map<number, number>();

  private constructor(servers: Servers) {
    this.#servers = servers;
  }

  static async start(): Promise<PostgresqlPlace> {
    // Run from its source, because this build does not compile it.
    const script = join(ROOT, 'packages', 'test-servers', 'src', 'postgresql-servers.ts');
    const { PostgresqlServers } = (await import(script)) as { PostgresqlServers: { start: () => Promise<Servers> } };
    return new PostgresqlPlace(await PostgresqlServers.start());
  }

  /** The address of a new database. */
  newDatabase(): Promise<string> {
    return this.#servers.aDatabase();
  }

  /** Copies the documents of a data folder, by way of the service's own store. */
  async fillService(url: string, folder: string): Promise<DocumentStore> {
    const { openPostgresqlDocuments } = await import('@strongroom/adapter-postgresql');
    const to = await openPostgresqlDocuments({ url });
    const from = new DatabaseSync(join(folder, 'strongroom.db'), { readOnly: true });
    let lot: object[] = [];
    const send = async (): Promise<void> => {
      await commit(to, lot);
      lot = [];
    };
    for (const row of from.prepare("SELECT * FROM documents WHERE collection NOT LIKE 'audit-%'").iterate()) {
      lot.push(insertOf(row as StoredRow));
      if (lot.length === LOT) await send();
    }
    if (lot.length > 0) await send();
    from.close();
    return to;
  }

  /** Numbers the events that the service left without a number when it stopped. */
  async numberEvents(url: string): Promise<void> {
    const { openPostgresqlDocuments } = await import('@strongroom/adapter-postgresql');
    const documents = await openPostgresqlDocuments({ url });
    await documents.audit.head();
    await documents.close();
  }

  /** Makes the tables of the bare program from the documents of a data folder. */
  async fillBare(url: string, folder: string, events: Readonly<{ count: number; roomId: string }>): Promise<void> {
    const to = new Tables(url);
    await to.create();
    const lots = new Map<string, TableRow[1][]>();
    for (const [table, values] of rowsOf(folder, events)) {
      const rows = lots.get(table) ?? [];
      rows.push(values);
      lots.set(table, rows);
    }
    for (const [table, rows] of lots) await to.add(table, rows);
    await to.close();
  }

  /** Processor time of the server and of the process that serves each connection, also of those that ended. */
  cpu(): number {
    const { pid } = this.#servers.primary;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    for (const one of [pid, ...children]) {
      const used = processorTimeOf(one);
      if (used !== undefined) this.#used.set(one, used);
    }
    return [...this.#used.values()].reduce((sum, used) => sum + used, 0);
  }

  async stop(): Promise<void> {
    await this.#servers.stop();
  }
}

const parse: (text: string) => unknown = JSON.parse;

const insertOf = ({
  collection,
  id,
  version,
  schema,
  position,
  keys,
  unique_keys: unique,
  body,
}: StoredRow): object => {
  const parts = { keys: parse(keys), uniqueKeys: parse(unique), body: parse(body) };
  return { collection, insert: { id, version, schema, position, ...parts } };
};
