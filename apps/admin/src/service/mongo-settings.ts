import type { Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE } from '@strongroom/settings';
import { setting } from './setting.ts';
import type { MongoSettings } from './stores.ts';

/** Settings of documents in MongoDB; undefined if they are elsewhere. */
export function mongoOf(terminal: Pick<Terminal, 'environment'>): MongoSettings | 'unnamed' | undefined {
  if (setting(terminal, ROOM_SERVICE.documents) !== 'mongodb') return undefined;
  const url = setting(terminal, ROOM_SERVICE.mongodbUrl);
  return url === undefined ? 'unnamed' : { url, database: setting(terminal, ROOM_SERVICE.mongodbDatabase) };
}
