import { type DumpedDatabase, dumpMongo, restoreMongo } from '@strongroom/test-servers/mongo-dump';
import type { Environment } from '../support/service-process.ts';
import { withMongo } from './mongo.ts';
import { isRecognisedWhenRestored } from './restored-database.ts';

const placeIn = ({ STRONGROOM_MONGODB_URL: url = '', STRONGROOM_MONGODB_DATABASE: name = '' }: Environment) => ({
  url,
  name,
});

let dumped: DumpedDatabase = [];

isRecognisedWhenRestored({
  settings: withMongo(),
  dump: async (settings) => {
    dumped = await dumpMongo(placeIn(settings));
  },
  restore: (settings) => restoreMongo(placeIn(settings), dumped),
});
