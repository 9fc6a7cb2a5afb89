import { auditLogSuite } from '@strongroom/contract-tests';
import { openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

/** Small, so that a test fills several. */
const audit = { blockSize: 40, stretch: 2 };

auditLogSuite('audit log in MongoDB', async () => {
  const address = aDatabase();
  const [store, sibling] = await Promise.all([
    openMongoDocuments(address, { audit }),
    openMongoDocuments(address, { audit }),
  ]);
  const opened = [store, sibling];
  return {
    store,
    sibling,
    ...audit,
    reopen: async () => {
      await store.close();
      const again = await openMongoDocuments(address, { audit });
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
    },
  };
});
