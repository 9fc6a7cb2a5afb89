import { DoesNotFitYet, NotReachedYet } from '@strongroom/application';
import type { Dependency, Log, OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import { MONGODB_URL_FORM } from '@strongroom/settings';
import { secretsIn } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';

/** Loaded only if configured. */
const adapter = () => import('@strongroom/adapter-mongodb');
type Adapter = Awaited<ReturnType<typeof adapter>>;

const addressIn = secretsIn(MONGODB_URL_FORM.parse);

export const openDocumentStore: OpenDocumentStore<Settings> = ({ settings, log }) =>
  inMongodb('documents', settings, log, (mongodb, address) => mongodb.openMongoDocuments(address));

export const openRateLimiter: OpenRateLimiter<Settings> = ({ settings, log }) =>
  inMongodb('limits', settings, log, (mongodb, address) => mongodb.openMongoRateLimiter(address));

/** Throws DoesNotFitYet with a sentence that says what to do. */
async function inMongodb<T>(
  dependency: Dependency,
  { mongodbUrl, mongodbDatabase, followed }: Pick<Settings, 'mongodbUrl' | 'mongodbDatabase' | 'followed'>,
  log: Log,
  open: (adapter: Adapter, address: { url: string; database: string; login?: () => string }) => Promise<T>,
): Promise<T> {
  if (mongodbUrl === undefined) throw new TypeError('these settings were not read to their end');
  const loaded = await adapter();
  try {
    const address = { url: mongodbUrl, database: mongodbDatabase };
    if (followed.mongodbUrl === undefined) return await open(loaded, address);
    const inFile = addressIn(followed.mongodbUrl, log);
    return await open(loaded, { ...address, login: () => inFile.value });
  } catch (error) {
    if (!(error instanceof loaded.MongoUnusable)) throw error;
    const sentence = `STRONGROOM_MONGODB_URL: ${error.message}.`;
    throw error.code === 'unreachable' ? new NotReachedYet(sentence, dependency) : new DoesNotFitYet(sentence);
  }
}
