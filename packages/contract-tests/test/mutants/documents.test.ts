import { documentStorePromises, registerMutants } from '../../src/index.ts';
import { documentKeyMutants } from './document-key-mutants.ts';
import { documentListMutants } from './document-list-mutants.ts';
import { documentMutants } from './document-mutants.ts';

registerMutants('document store', documentStorePromises, [
  ...documentMutants,
  ...documentKeyMutants,
  ...documentListMutants,
]);
