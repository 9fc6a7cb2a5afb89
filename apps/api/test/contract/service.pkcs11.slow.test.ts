import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { TokenPlace } from '../support/token-place.ts';
import { serviceWith } from './harness.ts';

let at: TokenPlace;
beforeAll(async () => {
  at = await TokenPlace.make();
});
afterAll(() => at?.end());

serviceSuite('the service with keys in a token', async () => ({
  ...(await serviceWith({ ...at.settings, STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files' })),
  unwrap: (wrappedDek, kmsKeyId) => at.unwrap(wrappedDek, kmsKeyId),
}));
