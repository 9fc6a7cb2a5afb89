import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, type Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { DataFolder } from './data-folder.ts';
import { modulesOf } from './module-settings.ts';
import { readSetting } from './setting.ts';
import { sharedOf, storeOf } from './store.ts';
import type { LimitsStore } from './stores.ts';

/** The store of the rate limits: beside the documents, or of a package. Throws Problem. */
export function limitsOf(terminal: Pick<Terminal, 'environment'>, folder: Pick<DataFolder, 'database'>): LimitsStore {
  const module = modulesOf(terminal).limits;
  if (module !== undefined) return { module, ...sharedOf(terminal) };
  const file = join(dirname(folder.database), 'limits.db');
  const isInFolder = readSetting(terminal, ROOM_SERVICE_VARIABLES.documents) === 'sqlite';
  // The key service has a folder of its own, with limits and without documents.
  if (isInFolder && existsSync(file)) return { limitsFile: file };
  const store = storeOf(terminal, folder);
  if (typeof store === 'string') throw new Problem(`there are no limits at ${file}: start the service once.`);
  if ('module' in store) throw new Problem('STRONGROOM_LIMITS is missing: name the package that counts.');
  return store;
}
