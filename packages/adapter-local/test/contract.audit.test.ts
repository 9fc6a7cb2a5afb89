import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLogSuite } from '@strongroom/contract-tests';
import { MemoryDocumentStore, openSqliteDocuments } from '../src/index.ts';

/** Small, so that a test fills several. */
const audit = { blockSize: 40, stretch: 2 };

auditLogSuite('audit log in memory', async () => {
  const store = new MemoryDocumentStore({ audit });
  return { store, sibling: store, ...audit, reopen: async () => store, end: () => store.close() };
});

auditLogSuite('audit log in SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const options = { path: join(folder, 'documents.db'), audit };
  const [store, sibling] = [await openSqliteDocuments(options), await openSqliteDocuments(options)];
  const opened = [store, sibling];
  return {
    store,
    sibling,
    ...audit,
    reopen: async () => {
      await store.close();
      const again = await openSqliteDocuments(options);
      opened.push(again);
      return again;
    },
    end: async () => {
      for (const one of opened) await one.close();
      await rm(folder, { recursive: true });
    },
  };
});
