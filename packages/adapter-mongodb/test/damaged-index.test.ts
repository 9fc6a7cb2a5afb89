import { damagedIndexTests } from '@strongroom/contract-tests';
import { Binary, type Document, MongoClient } from 'mongodb';
import { openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const blockSize = 40;

damagedIndexTests('audit log in MongoDB', blockSize, async () => {
  const address = aDatabase();
  const store = await openMongoDocuments(address, { audit: { blockSize } });
  const client = new MongoClient(address.url);
  const postings = client.db(address.database).collection<Document & { _id: string }>('postings');
  const blocks = client.db(address.database).collection<Document & { _id: number }>('blocks');
  const replace = async (block: number, term: string, fields: Document): Promise<void> => {
    await postings.updateOne({ _id: `${block}/${term}` }, { $set: fields }, { upsert: true });
  };
  return {
    store,
    damage: {
      posting: (block, term, count, offsets) =>
        replace(block, term, { term, block, count, offsets: new Binary(offsets) }),
      drop: async (block, term) => {
        await postings.deleteOne({ _id: `${block}/${term}` });
      },
      bounds: async (block, earliest, latest) => {
        await blocks.updateOne({ _id: block }, { $set: { earliest, latest } });
      },
      times: (block, times) => replace(block, '', { offsets: new Binary(times) }),
    },
    end: async () => {
      await client.close();
      await store.close();
    },
  };
});
