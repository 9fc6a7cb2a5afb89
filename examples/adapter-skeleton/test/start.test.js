// The suites of the other ports, against their first steps. `START=yes` runs them; every test fails until you write one.
import {
  blobStoreSuite,
  documentStoreSuite,
  embeddedBlobs,
  keyVaultSuite,
  mailerSuite,
} from '@strongroom/contract-tests';
import { openBlobStore } from '../start/blobs.js';
import { openDocumentStore } from '../start/documents.js';
import { openKeyVault } from '../start/keys.js';
import { openMailer } from '../start/mail.js';

const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};
const notYet = async () => {
  throw new Error('not written yet');
};
const end = async () => undefined;

if (process.env.START === undefined)
  test('each first step has the opener of its port', () => {
    for (const open of [openBlobStore, openDocumentStore, openKeyVault, openMailer])
      expect(open).toBeInstanceOf(Function);
  });
else {
  // Each `reopen`, `delivered` and `unwrap` asks your system, and not your adapter.
  documentStoreSuite('documents in your system', async () => {
    const reopen = () => openDocumentStore(opening);
    return { store: await reopen(), reopen, end };
  });
  blobStoreSuite('objects in your system', () => embeddedBlobs((given) => openBlobStore({ ...opening, ...given })));
  keyVaultSuite('keys in your system', async () => ({
    vault: await openKeyVault(opening),
    neverMade: 'yours:00000000-0000-4000-8000-000000000000',
    unwrap: notYet,
    later: notYet,
    end,
  }));
  mailerSuite('mail of your system', async () => ({ mailer: await openMailer(opening), delivered: notYet, end }));
}
