import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { onMongo } from '../support/mongo-settings.ts';
import { serviceWith } from './harness.ts';

let mongo: MongoServers;
beforeAll(async () => {
  mongo = await MongoServers.start();
});
afterAll(() => mongo?.stop());

serviceSuite('the service on MongoDB', () => serviceWith({ ...onMongo(mongo), STRONGROOM_BLOBS: 'files' }));
