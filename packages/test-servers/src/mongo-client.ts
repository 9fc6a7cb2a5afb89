import { createRequire } from 'node:module';

/** The part of MongoDB's driver that starts and disturbs test servers. */
export type MongoAdmin = Readonly<{
  command: (command: object) => Promise<Readonly<Record<string, unknown>>>;
  close: () => Promise<void>;
}>;

type Driver = Readonly<{ MongoClient: new (url: string, options: object) => Client }>;
type Client = {
  db: (name: string) => Pick<MongoAdmin, 'command'>;
  close: () => Promise<void>;
};

const SELECTION_DEADLINE_MS = 30_000;

/** Sends commands to the database `admin` at an address. */
export const mongoAdmin = (url: string, options: object = {}): MongoAdmin => mongoDatabase(url, 'admin', options);

/** Sends commands to a database at an address. */
export function mongoDatabase(url: string, name: string, options: object = {}): MongoAdmin {
  const require = createRequire(import.meta.url);
  const { MongoClient } = require('mongodb') as Driver;
  const client = new MongoClient(url, { serverSelectionTimeoutMS: SELECTION_DEADLINE_MS, ...options });
  return { command: (command) => client.db(name).command(command), close: () => client.close() };
}
