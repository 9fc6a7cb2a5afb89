import { existsSync } from 'node:fs';
import type { Store } from '../command/embedded.ts';
import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DataFolder } from './data-folder.ts';
import { refuseOtherDocuments } from './embedded-only.ts';
import { mongoOf } from './mongo-settings.ts';

/** Where the settings of the service have its documents. Throws Problem where nothing is there: opening would make it. */
export function storeOf(terminal: Pick<Terminal, 'variable'>, { database }: Pick<DataFolder, 'database'>): Store {
  const mongo = mongoOf(terminal);
  if (mongo === 'unnamed') throw new Problem('STRONGROOM_MONGODB_URL is missing: name the replica set of the service.');
  if (mongo !== undefined) return mongo;
  refuseOtherDocuments(terminal);
  if (existsSync(database)) return database;
  throw new Problem(`there is no store at ${database}: name its folder with --data-dir, or start the service once.`);
}
