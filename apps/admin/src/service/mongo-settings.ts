import type { Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE } from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { MongoSettings } from './stores.ts';

/** Settings of documents in MongoDB; undefined if they are elsewhere. */
export function mongoOf(terminal: Pick<Terminal, 'environment'>): MongoSettings | 'unnamed' | undefined {
  if (readSetting(terminal, ROOM_SERVICE.documents) !== 'mongodb') return undefined;
  const url = readSetting(terminal, ROOM_SERVICE.mongodbUrl);
  return url === undefined ? 'unnamed' : { url, database: readSetting(terminal, ROOM_SERVICE.mongodbDatabase) };
}
