import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Row = Readonly<Record<string, unknown>>;
/** A connection to one database. */
export type Client = {
  connect: () => Promise<void>;
  query: (text: string, values?: readonly unknown[]) => Promise<Readonly<{ rows: readonly Row[] }>>;
  end: () => Promise<void>;
};
type Driver = Readonly<{ Client: new (options: Readonly<{ connectionString: string }>) => Client }>;

/** The installed version of the driver. */
const ADAPTER = join(import.meta.dirname, '..', '..', '..', 'packages', 'adapter-postgresql', 'package.json');
const { Client: Connection } = createRequire(ADAPTER)('pg') as Driver;

/** Runs work on a connection to the tables of the service, and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Connection({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET search_path = strongroom');
    return await work(client);
  } finally {
    await client.end();
  }
}
