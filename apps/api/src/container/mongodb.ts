import { SettingsDoNotFit } from '@strongroom/application';
import type { Settings } from '../config/settings.ts';

/** Loaded only if configured. */
const adapter = () => import('@strongroom/adapter-mongodb');
type Adapter = Awaited<ReturnType<typeof adapter>>;

/** Opens documents and limits in MongoDB. Throws SettingsDoNotFit with a sentence that says what to do. */
export async function openMongodb<T>(
  { mongodbUrl, mongodbDatabase }: Pick<Settings, 'mongodbUrl' | 'mongodbDatabase'>,
  open: (adapter: Adapter, address: { url: string; database: string }) => Promise<T>,
): Promise<T> {
  if (mongodbUrl === undefined) throw new TypeError('these settings were not read to their end');
  const loaded = await adapter();
  try {
    return await open(loaded, { url: mongodbUrl, database: mongodbDatabase });
  } catch (error) {
    throw error instanceof loaded.MongoUnusable
      ? new SettingsDoNotFit(`STRONGROOM_MONGODB_URL: ${error.message}.`)
      : error;
  }
}
