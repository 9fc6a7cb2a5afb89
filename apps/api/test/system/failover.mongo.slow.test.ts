import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { onMongo } from '../support/mongo-settings.ts';
import { type Servers, survivesTheLossOfThePrimary } from './failover.ts';

const struckBy = (signal: NodeJS.Signals) => async (): Promise<Servers> => {
  const mongo = await MongoServers.start(3);
  return {
    settings: onMongo(mongo),
    strike: async () => void process.kill(mongo.primary.pid, signal),
    stop: () => mongo.stop(),
  };
};

survivesTheLossOfThePrimary({ killed: struckBy('SIGKILL'), frozen: struckBy('SIGSTOP'), stopped: struckBy('SIGTERM') });
