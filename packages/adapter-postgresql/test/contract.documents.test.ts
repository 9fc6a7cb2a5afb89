import { documentStoreSuite } from '@strongroom/contract-tests';
import { openPostgresqlDocuments } from '../src/index.ts';
import { anEmptyDatabase, withPostgresql } from './setting.ts';

withPostgresql();

documentStoreSuite('documents in PostgreSQL', async () => {
  const address = await anEmptyDatabase();
  const store = await openPostgresqlDocuments(address);
  const opened = [store];
  return {
    store,
    reopen: async () => {
      await store.close();
      const again = await openPostgresqlDocuments(address);
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
    },
  };
});
