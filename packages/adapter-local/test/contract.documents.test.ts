import { documentStoreSuite } from '@strongroom/contract-tests';
import { MemoryDocumentStore } from '../src/index.ts';

documentStoreSuite('documents in memory', async () => {
  const store = new MemoryDocumentStore();
  return { store, end: () => store.close() };
});
