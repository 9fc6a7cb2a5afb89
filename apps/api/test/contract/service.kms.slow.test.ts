import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { KmsProcess } from '../support/kms-process.ts';
import { serviceWith } from './harness.ts';

let kms: KmsProcess;
beforeAll(async () => {
  kms = await KmsProcess.start();
});
afterAll(() => kms?.end());

serviceSuite('the service with keys in Cloud KMS', async () => ({
  ...(await serviceWith({ ...kms.settings(), STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files' })),
  unwrap: async (wrappedDek, kmsKeyId) =>
    Buffer.from((await kms.unwrap([{ wrappedDek, kmsKeyId }]))[0] ?? '', 'base64'),
}));
