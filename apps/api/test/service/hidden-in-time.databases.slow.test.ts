import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openMongoDocuments } from '@strongroom/adapter-mongodb';
import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import type { DocumentStore } from '@strongroom/ports';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import type { World } from '../support/service-in-memory.ts';
import type { Hidden } from './hidden-things.ts';
import { aPlace, pairsOf, READ, tellingOf } from './hidden-times.ts';
import { HIDING } from './routes/all.ts';

/**
 * The same on the databases that several machines share. They remember nothing in this process, so each lookup asks the server; its
 * own memory has the documents, and not the absence of others.
 */
const PAIRS = 2_000;
/** A round trip takes a thousand microseconds, of which the server needs some more or fewer for what it does not find. */
const BOUND = { least: 0.35, most: 0.65 };

type Opened = Readonly<{ documents: DocumentStore; end: () => Promise<void> }>;

const STORES: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'PostgreSQL',
    async () => {
      const servers = await PostgresqlServers.start();
      const documents = await openPostgresqlDocuments({ url: await servers.aDatabase() });
      return { documents, end: () => servers.stop() };
    },
  ],
  [
    'MongoDB',
    async () => {
      const server = await MongoServers.start();
      const documents = await openMongoDocuments({ url: server.url, database: 'hidden' });
      return { documents, end: () => server.stop() };
    },
  ],
];

describe.each(STORES)('on %s', (store, open) => {
  let opened: Opened;
  let world: World;
  let hidden: Hidden;
  beforeAll(async () => {
    opened = await open();
    const { documents } = opened;
    ({ world, hidden } = await aPlace({ denialsPerMinute: 0, ports: (memory) => ({ ...memory, documents }) }));
  });
  afterAll(async () => {
    await world?.stop();
    await opened?.documents.close();
    await opened?.end();
  });

  test.each(HIDING.filter(({ operation }) => READ.includes(operation)))(
    '$operation takes as long for what is hidden as for what is not there',
    async (route) => {
      const question = { operation: route.operation, store, pairs: PAIRS };
      const area = await tellingOf(world, question, pairsOf(route, hidden));
      expect(area).toBeGreaterThanOrEqual(BOUND.least);
      expect(area).toBeLessThanOrEqual(BOUND.most);
    },
  );
});
