import { openMongoDocuments } from '@strongroom/adapter-mongodb';
import { withMongo } from './mongo.ts';
import { serveBesideTheNext } from './two-releases.ts';

serveBesideTheNext({
  settings: withMongo(),
  open: ({ STRONGROOM_MONGODB_URL: url = '', STRONGROOM_MONGODB_DATABASE: database = '' }) =>
    openMongoDocuments({ url, database }),
});
