import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A document as it is stored. */
export type Row = Readonly<{
  _id: string;
  version: number;
  schema: number;
  position: number;
  keys: readonly string[];
  uniqueKeys?: readonly string[];
  body: string;
}>;

export type Database = { command: (command: object) => Promise<unknown> };
export type Client = { db: (name: string) => Database; close: () => Promise<void> };

type Driver = Readonly<{ MongoClient: new (url: string, options: object) => Client }>;

/** The installed version of MongoDB's driver. */
export function openClient(url: string): Client {
  const packages = join(import.meta.dirname, '..', '..', '..', 'packages');
  const { MongoClient } = createRequire(join(packages, 'adapter-mongodb', 'package.json'))('mongodb') as Driver;
  return new MongoClient(url, { maxPoolSize: 32, retryReads: false, retryWrites: false });
}
