import { auditLogSuite, documentStoreSuite } from '@strongroom/contract-tests';
import { openDocumentStore } from '../src/index.js';

/** An opener gets these. Each variable STRONGROOM_DOCUMENTS_MODULE_NAME is one of `settings`. */
const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};

/**
 * A store on an empty database, and a `sibling` that serves the same, as another process would. `reopen` closes the store and
 * opens its data again. `blockSize`: how many events a block of your index holds. Give `end` what removes the database.
 */
const empty = async () => {
  const reopen = () => openDocumentStore(opening);
  const [store, sibling] = [await reopen(), await reopen()];
  const end = async () => {
    await store.close();
    await sibling.close();
  };
  return { store, sibling, blockSize: 128, reopen, end };
};

documentStoreSuite('documents in your system', empty);
auditLogSuite('the audit log in your system', empty);
