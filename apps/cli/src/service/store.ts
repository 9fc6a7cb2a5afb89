import { existsSync } from 'node:fs';
import type { Store } from '../command/embedded.ts';
import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DataFolder } from './data-folder.ts';
import { refuseOtherDocuments } from './embedded-only.ts';
import { modulesOf } from './module-settings.ts';
import { mongoOf } from './mongo-settings.ts';
import { postgresqlOf } from './postgresql-settings.ts';

/** The documents of the service, from its settings. Throws Problem if they do not exist: opening would create them. */
export function storeOf(
  terminal: Pick<Terminal, 'variable' | 'variables'>,
  { database }: Pick<DataFolder, 'database'>,
): Store {
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
export function sharedOf({ variable }: Pick<Terminal, 'variable'>): Readonly<{ secret: string; publicUrl: string }> {
  const secret = variable('STRONGROOM_SECRET');
  if (secret === undefined) throw new Problem('STRONGROOM_SECRET is missing: set that of the service.');
  return { secret, publicUrl: variable('STRONGROOM_PUBLIC_URL') ?? 'http://127.0.0.1:8080' };
}
