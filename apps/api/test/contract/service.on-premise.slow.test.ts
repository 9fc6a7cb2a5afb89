import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { OnPremise } from '../support/on-premise.ts';
import { serviceOnS3 } from './harness.ts';

let at: OnPremise;
beforeAll(async () => {
  at = await OnPremise.start();
}, 600_000);
afterAll(() => at?.stop());

serviceSuite('the service on PostgreSQL, S3 and an HSM', async () => ({
  ...(await serviceOnS3(await at.another())),
  unwrap: (wrappedDek, kmsKeyId) => at.hsm.unwrap(wrappedDek, kmsKeyId),
}));
