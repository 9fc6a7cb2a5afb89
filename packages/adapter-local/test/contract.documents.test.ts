import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentStoreSuite } from '@strongroom/contract-tests';
import { MemoryDocumentStore, openSqliteDocuments } from '../src/index.ts';

documentStoreSuite('documents in memory', async () => {
  const store = new MemoryDocumentStore();
  return { store, reopen: async () => store, end: () => store.close() };
});

documentStoreSuite('documents in SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const path = join(folder, 'documents.db');
  const store = await openSqliteDocuments({ path });
  const opened = [store];
  return {
    store,
    statements: () => store.counters.statements,
    reopen: async () => {
      await store.close();
      const again = await openSqliteDocuments({ path });
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
      await rm(folder, { recursive: true });
    },
  };
});
