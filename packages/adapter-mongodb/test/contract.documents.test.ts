import { documentStoreSuite } from '@strongroom/contract-tests';
import { openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

documentStoreSuite('documents in MongoDB', async () => {
  const address = aDatabase();
  const store = await openMongoDocuments(address);
  const opened = [store];
  return {
    store,
    reopen: async () => {
      await store.close();
      const again = await openMongoDocuments(address);
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
    },
  };
});
