import { DoesNotFitYet } from '@strongroom/application';
import type { OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

/** Loaded only if configured. */
const adapter = () => import('@strongroom/adapter-mongodb');
type Adapter = Awaited<ReturnType<typeof adapter>>;

export const openDocumentStore: OpenDocumentStore<Settings> = ({ settings }) =>
  inMongodb(settings, (mongodb, address) => mongodb.openMongoDocuments(address));

export const openRateLimiter: OpenRateLimiter<Settings> = ({ settings }) =>
  inMongodb(settings, (mongodb, address) => mongodb.openMongoRateLimiter(address));

/** Throws DoesNotFitYet with a sentence that says what to do. */
async function inMongodb<T>(
  { mongodbUrl, mongodbDatabase }: Pick<Settings, 'mongodbUrl' | 'mongodbDatabase'>,
  open: (adapter: Adapter, address: { url: string; database: string }) => Promise<T>,
): Promise<T> {
  if (mongodbUrl === undefined) throw new TypeError('these settings were not read to their end');
  const loaded = await adapter();
  try {
    return await open(loaded, { url: mongodbUrl, database: mongodbDatabase });
  } catch (error) {
    throw error instanceof loaded.MongoUnusable
      ? new DoesNotFitYet(`STRONGROOM_MONGODB_URL: ${error.message}.`)
      : error;
  }
}
