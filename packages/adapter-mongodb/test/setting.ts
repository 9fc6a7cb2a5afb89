import { afterAll, beforeAll } from '@jest/globals';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import type { MongoAddress } from '../src/index.ts';

let servers: MongoServers | undefined;
let databases = 0;

/** A MongoDB for all tests of a file. */
export function withMongo(): void {
  beforeAll(async () => {
    servers = await MongoServers.start();
  });
  afterAll(() => servers?.stop());
}

/** An unused database of that MongoDB. */
export function aDatabase(): MongoAddress {
  if (servers === undefined) throw new Error('withMongo was not called');
  databases += 1;
  return { url: servers.url, database: `test_${databases}` };
}
