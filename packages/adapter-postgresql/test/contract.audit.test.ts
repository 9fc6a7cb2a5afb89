import { auditLogSuite } from '@strongroom/contract-tests';
import { openPostgresqlDocuments } from '../src/index.ts';
import { anEmptyDatabase, withPostgresql } from './setting.ts';

withPostgresql();

/** Small, so that a test fills several. */
const audit = { blockSize: 40, stretch: 2 };

auditLogSuite('audit log in PostgreSQL', async () => {
  const address = await anEmptyDatabase();
  const [store, sibling] = await Promise.all([
    openPostgresqlDocuments(address, { audit }),
    openPostgresqlDocuments(address, { audit }),
  ]);
  const opened = [store, sibling];
  return {
    store,
    sibling,
    ...audit,
    reopen: async () => {
      await store.close();
      const again = await openPostgresqlDocuments(address, { audit });
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
    },
  };
});
