import { mongoDatabase } from '@strongroom/test-servers/mongo-client';
import { goesOnBesideDamage } from './damaged-documents.ts';
import { withMongo } from './mongo.ts';

goesOnBesideDamage({
  settings: withMongo(),
  write: async ({ settings, collection, id }, body) => {
    const { STRONGROOM_MONGODB_URL: url = '', STRONGROOM_MONGODB_DATABASE: name = '' } = settings;
    const database = mongoDatabase(url, name);
    const q = { _id: id === undefined ? { $regex: `^${collection}/` } : `${collection}/${id}` };
    const update = { update: 'documents', updates: [{ q, u: { $set: { body } }, multi: true }] };
    try {
      return ((await database.command(update)) as Readonly<{ nModified: number }>).nModified;
    } finally {
      await database.close();
    }
  },
  bodies: ['null', '{', '{}', '{"id":"x"}'],
});
