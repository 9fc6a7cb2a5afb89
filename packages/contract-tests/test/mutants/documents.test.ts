import { documentStorePromises, registerMutants } from '../../src/index.ts';
import { documentCommitMutants } from './document-commit-mutants.ts';
import { documentEveningMutants } from './document-evening-mutants.ts';
import { documentExpectMutants } from './document-expect-mutants.ts';
import { documentKeyMutants } from './document-key-mutants.ts';
import { documentListMutants } from './document-list-mutants.ts';
import { documentOutdatedMutants } from './document-outdated-mutants.ts';
import { documentReadMutants } from './document-read-mutants.ts';
import { documentSelectionMutants } from './document-selection-mutants.ts';

registerMutants('document store', documentStorePromises, [
  ...documentReadMutants,
  ...documentCommitMutants,
  ...documentExpectMutants,
  ...documentKeyMutants,
  ...documentListMutants,
  ...documentSelectionMutants,
  ...documentOutdatedMutants,
  ...documentEveningMutants,
]);
