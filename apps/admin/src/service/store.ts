import { existsSync } from 'node:fs';
import { Problem, type Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { DataFolder } from './data-folder.ts';
import { refuseOtherDocuments } from './embedded-only.ts';
import { modulesOf } from './module-settings.ts';
import { mongoOf } from './mongo-settings.ts';
import { postgresqlOf } from './postgresql-settings.ts';
import { readSetting } from './setting.ts';
import type { DocumentPlace } from './stores.ts';

/** The documents of the service, from its settings. Throws Problem if they do not exist: opening would create them. */
export function storeOf(
  terminal: Pick<Terminal, 'environment'>,
  { database }: Pick<DataFolder, 'database'>,
): DocumentPlace {
  const mongo = mongoOf(terminal);
  if (mongo === 'unnamed') throw new Problem('STRONGROOM_MONGODB_URL is missing: name the replica set of the service.');
  if (mongo !== undefined) return mongo;
  const postgresql = postgresqlOf(terminal);
  if (postgresql === 'unnamed')
    throw new Problem('STRONGROOM_POSTGRESQL_URL is missing: name the database of the service.');
  if (postgresql !== undefined) return postgresql;
  const module = modulesOf(terminal).documents;
  if (module !== undefined) return { module, ...sharedOf(terminal) };
  refuseOtherDocuments(terminal);
  if (existsSync(database)) return database;
  throw new Problem(`there is no store at ${database}: name its folder with --data-dir, or start the service once.`);
}

/** The settings that a package gets from the service. Throws Problem. */
export function sharedOf(
  terminal: Pick<Terminal, 'environment'>,
): Readonly<{ secret: readonly [string, ...string[]]; publicUrl: string }> {
  const secret = readSetting(terminal, ROOM_SERVICE_VARIABLES.secret);
  if (secret === undefined) throw new Problem('STRONGROOM_SECRET is missing: set that of the service.');
  return { secret, publicUrl: readSetting(terminal, ROOM_SERVICE_VARIABLES.publicUrl) ?? 'http://127.0.0.1:8080' };
}
