import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { MongoServers } from '../../../scripts/mongo-servers.ts';
import { onMongo } from './on-mongo.ts';
import { serviceWith } from './service-harness.ts';

let mongo: MongoServers;
beforeAll(async () => {
  mongo = await MongoServers.start();
});
afterAll(() => mongo?.stop());

serviceSuite('the service on MongoDB', () => serviceWith({ ...onMongo(mongo), STRONGROOM_BLOBS: 'files' }));
