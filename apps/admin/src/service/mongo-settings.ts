import type { Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { MongoSettings } from './stores.ts';

/** Settings of documents in MongoDB; undefined if they are elsewhere. */
export function mongoOf(terminal: Pick<Terminal, 'environment'>): MongoSettings | 'unnamed' | undefined {
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.documents) !== 'mongodb') return undefined;
  const url = readSetting(terminal, ROOM_SERVICE_VARIABLES.mongodbUrl);
  return url === undefined
    ? 'unnamed'
    : { url, database: readSetting(terminal, ROOM_SERVICE_VARIABLES.mongodbDatabase) };
}
