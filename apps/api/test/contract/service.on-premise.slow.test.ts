import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { OnPremise } from '../support/on-premise.ts';
import { serviceWith } from './harness.ts';

// oxlint-disable-next-line node/no-process-env -- the SDK reads its credentials from here
const environment = process.env;
const isOurs = ([name]: [string, string]): boolean => name.startsWith('STRONGROOM_');

let at: OnPremise;
beforeAll(async () => {
  at = await OnPremise.start();
}, 600_000);
afterAll(() => at?.stop());

serviceSuite('the service on PostgreSQL, S3 and an HSM', async () => {
  const settings = Object.entries(await at.another());
  Object.assign(environment, Object.fromEntries(settings.filter((setting) => !isOurs(setting))));
  const harness = await serviceWith(Object.fromEntries(settings.filter(isOurs)));
  return { ...harness, unwrap: (wrappedDek, kmsKeyId) => at.hsm.unwrap(wrappedDek, kmsKeyId) };
});
